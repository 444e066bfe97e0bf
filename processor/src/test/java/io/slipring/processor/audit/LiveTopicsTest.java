/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.processor.audit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.slipring.errors.RingTimeoutException;
import io.slipring.processor.LoggedApp;
import io.slipring.processor.core.Envelope;
import io.slipring.processor.core.Ledger;
import io.slipring.processor.core.TaskState;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.MockConsumer;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;

/** Follows logs of one partition whose ends and contents the test sets step by step. */
class LiveTopicsTest {
    private static final TopicPartition HOME = new TopicPartition("home", 0);
    private static final TopicPartition TRANSFERS = new TopicPartition("transfers", 0);
    private static final byte[] KEY = {0, 7, 'k'};

    private final MockConsumer<byte[], byte[]> consumer = new MockConsumer<>("none");
    private final Deque<Map<TopicPartition, Long>> ends = new ArrayDeque<>();

    /** Ends as the test says; the last ones for good. */
    private final class ScriptedOffsets extends Offsets {
        ScriptedOffsets() {
            super(unused(), Duration.ofSeconds(1));
        }

        @Override
        int partitions(String topic) {
            return 1;
        }

        @Override
        Map<TopicPartition, Long> ends(Collection<TopicPartition> logs) {
            Map<TopicPartition, Long> now = ends.size() > 1 ? ends.remove() : ends.element();
            Map<TopicPartition, Long> asked = new HashMap<>();
            logs.forEach(log -> asked.put(log, now.getOrDefault(log, 0L)));
            return asked;
        }

        @Override
        Map<TopicPartition, Long> beginnings(Collection<TopicPartition> logs) {
            Map<TopicPartition, Long> beginnings = new HashMap<>();
            logs.forEach(log -> beginnings.put(log, 0L));
            consumer.updateBeginningOffsets(beginnings);
            return beginnings;
        }
    }

    @SuppressWarnings("NullAway") // the scripted offsets ask nobody
    private static Admin unused() {
        return null;
    }

    private LiveTopics topics() {
        return new LiveTopics(
                consumer, new ScriptedOffsets(), "home", "transfers", Duration.ofMillis(300), Sought.NOTHING);
    }

    private void write(long offset, byte[] key, byte[] value) {
        consumer.addRecord(new ConsumerRecord<>("home", 0, offset, key, value));
    }

    private static byte[] ledger(long commit) {
        return LoggedApp.ledger(new Ledger(commit, 0, new TreeMap<>(), 0, new TreeMap<>(), TaskState.NEW));
    }

    @Test
    void next_recordsBehindTheEnd_stopsAtTheFirstLedgerThere() {
        ends.add(Map.of(HOME, 2L));
        consumer.schedulePollTask(() -> {
            write(0, KEY, entry(1));
            write(1, new byte[1], ledger(1));
            write(2, KEY, entry(2));
            write(3, new byte[1], ledger(2));
        });

        LiveTopics topics = topics();
        Cut.Task first = topics.next().get(0);
        assertThat(first.ledger().commit()).isEqualTo(1);
        assertThat(first.home().keys().records()).isEqualTo(1);

        ends.clear();
        ends.add(Map.of(HOME, 4L));
        Cut.Task second = topics.next().get(0);
        assertThat(second.ledger().commit()).isEqualTo(2);
        assertThat(second.home().keys().records()).isEqualTo(2);
    }

    @Test
    void next_endInTheMiddleOfACommit_readsOnToItsLedger() {
        ends.add(Map.of(HOME, 2L));
        ends.add(Map.of(HOME, 3L));
        consumer.schedulePollTask(() -> {
            write(0, new byte[1], ledger(1));
            write(1, KEY, entry(1));
        });
        consumer.schedulePollTask(() -> write(2, new byte[1], ledger(2)));

        assertThat(topics().next().get(0).ledger().commit()).isEqualTo(2);
    }

    @Test
    void next_changelogEndsWithoutLedger_stopsThere() {
        ends.add(Map.of(HOME, 2L));
        consumer.schedulePollTask(() -> {
            write(0, new byte[1], ledger(1));
            write(1, KEY, entry(1));
        });

        assertThat(topics().next().get(0).home().unsealed()).isEqualTo(1);
    }

    @Test
    void next_transactionStaysOpen_saysWhatItWaitedFor() {
        ends.add(Map.of(TRANSFERS, 5L));

        assertThatThrownBy(() -> topics().next())
                .isInstanceOf(RingTimeoutException.class)
                .hasMessageContaining("partition 0 of topic transfers to be readable up to offset 5, it is up to 0");
    }

    private static byte[] entry(long records) {
        return new Envelope(false, records, 0, new byte[8]).encode();
    }
}
