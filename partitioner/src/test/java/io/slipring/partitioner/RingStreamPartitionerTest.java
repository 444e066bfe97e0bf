/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.partitioner;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.slipring.errors.RingDoesNotFitException;
import io.slipring.ring.Ring;
import io.slipring.ring.ShardId;
import io.slipring.ring.SplitKey;
import io.slipring.ring.SplitMode;
import io.slipring.ring.source.RingFile;
import io.slipring.ring.source.RingSources;
import io.slipring.ring.source.SettableRingSource;
import io.slipring.ring.source.TestRings;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.kafka.common.serialization.LongSerializer;
import org.apache.kafka.common.serialization.Serializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RingStreamPartitionerTest {
    private final Ring ring = TestRings.first("orders", 4);
    private final SettableRingSource source = RingSources.fixed(ring);

    @Test
    void partitions_anyKey_isTheOneThatItsBytesHave() {
        LongSerializer serializer = new LongSerializer();
        RingStreamPartitioner<Long> partitioner = new RingStreamPartitioner<>(serializer, source);

        for (long key = 0; key < 1_000; key++) {
            assertThat(partitioner.partitions("orders", key, "value", 4))
                    .contains(Set.of(ring.partitionOf(serializer.serialize("orders", key))));
        }
    }

    @Test
    void partitions_nullValue_answersAsForAnyValue() {
        RingStreamPartitioner<String> partitioner = new RingStreamPartitioner<>(new StringSerializer(), source);

        assertThat(partitioner.partitions("orders", "AAPL", null, 4))
                .isEqualTo(partitioner.partitions("orders", "AAPL", 12, 4));
    }

    @Test
    void partitions_splitKey_goesToItsShardsButIsQueriedAtItsOwner() {
        byte[] key = "AAPL".getBytes(StandardCharsets.UTF_8);
        Ring split = ring.toBuilder()
                .splitMode(SplitMode.DECLARED)
                .splits(List.of(new SplitKey(key, List.of(new ShardId(0), new ShardId(1), new ShardId(2)))))
                .build();
        try (RingStreamPartitioner<String> partitioner =
                new RingStreamPartitioner<>(new StringSerializer(), RingSources.fixed(split))) {
            Set<Integer> seen = new HashSet<>();
            for (int i = 0; i < 1_000; i++) {
                partitioner.partitions("orders", "AAPL", i, 4).ifPresent(seen::addAll);
                assertThat(partitioner.partitions("orders", "AAPL", null, 4)).contains(Set.of(ring.partitionOf(key)));
            }

            assertThat(seen).containsExactlyInAnyOrder(0, 1, 2);
        }
    }

    @Test
    void partitions_serializerDependsOnTheTopic_isAskedForIt() {
        Serializer<String> byTopic = (topic, key) -> (topic + key).getBytes(StandardCharsets.UTF_8);
        RingStreamPartitioner<String> partitioner = new RingStreamPartitioner<>(byTopic, source);

        assertThat(partitioner.partitions("payments", "a", null, 4))
                .contains(Set.of(ring.partitionOf(byTopic.serialize("payments", "a"))));
    }

    @Test
    void partitions_nullKey_isOnePartitionAndNeverTheDefaultPartitioner() {
        RingStreamPartitioner<String> partitioner = new RingStreamPartitioner<>(new StringSerializer(), source);
        Set<Integer> seen = new HashSet<>();

        for (int i = 0; i < 10_000; i++) {
            Optional<Set<Integer>> one = partitioner.partitions("orders", null, null, 4);
            assertThat(one).get().satisfies(set -> assertThat(set).hasSize(1));
            one.ifPresent(seen::addAll);
        }

        assertThat(seen).containsExactlyInAnyOrder(0, 1, 2, 3);
    }

    @Test
    void partitions_topicTooSmall_throwsTheNamedException() {
        RingStreamPartitioner<String> partitioner = new RingStreamPartitioner<>(new StringSerializer(), source);

        assertThatThrownBy(() -> partitioner.partitions("orders", "a", null, 2))
                .isInstanceOf(RingDoesNotFitException.class);
    }

    @Test
    void open_byConfiguration_readsTheRingItNames(@TempDir Path directory) throws Exception {
        Path file = directory.resolve("orders.ring");
        RingFile.write(file, List.of(ring));

        try (RingStreamPartitioner<String> partitioner = RingStreamPartitioner.open(
                new StringSerializer(), Map.of("slipring.ring", "orders", "slipring.ring.file", file.toString()))) {
            assertThat(partitioner.partitions("orders", "AAPL", null, 4))
                    .contains(Set.of(ring.partitionOf("AAPL".getBytes(StandardCharsets.UTF_8))));
        }
    }
}
