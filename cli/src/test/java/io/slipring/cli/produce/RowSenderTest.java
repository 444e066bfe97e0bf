/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.cli.produce;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.slipring.cli.command.CommandFailure;
import io.slipring.cli.input.KeyedRow;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.clients.producer.MockProducer;
import org.apache.kafka.clients.producer.Partitioner;
import org.apache.kafka.common.Cluster;
import org.apache.kafka.common.Node;
import org.apache.kafka.common.PartitionInfo;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.Test;

class RowSenderTest {
    private static final Cluster CLUSTER =
            new Cluster("test", List.of(new Node(0, "b", 1)), List.of(partition(0), partition(1)), Set.of(), Set.of());

    private final MockProducer<String, String> producer =
            new MockProducer<>(CLUSTER, false, new ByKeyLength(), new StringSerializer(), new StringSerializer());
    private final RowSender sender = new RowSender(producer, "t");

    @Test
    void finish_allAcknowledged_keepsAccountByPartition() {
        sender.send(row(2, "ab"));
        sender.send(row(3, "a"));
        sender.send(row(4, "abcd"));
        while (producer.completeNext()) {
            // acknowledge what was sent
        }
        sender.finish();

        assertThat(sender.acknowledged()).isEqualTo(3);
        assertThat(sender.acknowledgedByPartition()).isEqualTo(Map.of(0, 2L, 1, 1L));
        assertThat(sender.endOffset(0)).isEqualTo(2);
        assertThat(sender.endOffset(1)).isEqualTo(1);
        assertThat(sender.endOffset(7)).isZero();
    }

    @Test
    void send_afterAFailedDelivery_namesItsLine() {
        sender.send(row(17, "a"));
        producer.errorNext(new TopicAuthorizationException("not allowed to write"));

        assertThatThrownBy(() -> sender.send(row(18, "a")))
                .isInstanceOf(CommandFailure.class)
                .hasMessageStartingWith("the row of line 17 can't be delivered to topic t: ");
        assertThatThrownBy(sender::finish).hasMessageStartingWith("the row of line 17");
    }

    @Test
    void send_producerRefuses_namesTheLine() {
        producer.sendException = new TopicAuthorizationException("not allowed to write");

        assertThatThrownBy(() -> sender.send(row(5, "a")))
                .hasMessageStartingWith("the row of line 5 can't be delivered");
    }

    private static KeyedRow row(long line, String key) {
        return new KeyedRow(line, key, "{}");
    }

    private static PartitionInfo partition(int partition) {
        return new PartitionInfo("t", partition, null, new Node[0], new Node[0]);
    }

    /** Even lengths to partition 0, odd ones to 1. */
    private static final class ByKeyLength implements Partitioner {
        @Override
        public int partition(
                String topic, Object key, byte[] keyBytes, Object value, byte[] valueBytes, Cluster cluster) {
            return keyBytes.length & 1;
        }

        @Override
        public void close() {}

        @Override
        public void configure(Map<String, ?> configs) {}
    }
}
