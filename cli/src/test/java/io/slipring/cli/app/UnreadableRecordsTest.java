/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.cli.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.ConnectException;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.SerializationException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.streams.errors.StreamsException;
import org.junit.jupiter.api.Test;

/** What is a dead letter, how long others wait, and how large a letter may be. */
class UnreadableRecordsTest {
    private static final TopicPartition PARTITION = new TopicPartition("t", 0);

    @Test
    void outage_whateverIsAmongTheCauses_isFound() {
        assertThat(Patience.outage(new StreamsException(new SerializationException("x", new ConnectException()))))
                .isPresent();
        assertThat(Patience.outage(new TimeoutException("x"))).isPresent();
        assertThat(Patience.outage(new SerializationException("x", new java.io.EOFException())))
                .isEmpty();
    }

    @Test
    void lasts_sameRecord_untilTheLimit() {
        AtomicLong clock = new AtomicLong();
        Patience patience = new Patience(Duration.ofNanos(10), clock::get);
        Exception failure = new TimeoutException("no answer");

        assertThat(patience.lasts(PARTITION, 5, failure)).isTrue();
        clock.set(10);
        assertThat(patience.lasts(PARTITION, 5, failure)).isTrue();
        clock.set(11);
        assertThat(patience.lasts(PARTITION, 5, failure)).isFalse();
        assertThat(patience.lasts(PARTITION, 6, failure)).isTrue();
        assertThat(patience.waitedFor(new StreamsException(failure))).contains(failure);
        assertThat(patience.waitedFor(new StreamsException(new TimeoutException("of a producer"))))
                .isEmpty();
    }

    private static ProducerRecord<byte[], byte[]> letter(int value, int trace) {
        ProducerRecord<byte[], byte[]> letter = new ProducerRecord<>("dead", new byte[3], new byte[value]);
        letter.headers().add("__streams.errors.stacktrace", new byte[trace]);
        letter.headers().add("__streams.errors.offset", new byte[] {'7'});
        return letter;
    }

    @Test
    void fitting_tooLarge_givesUpTheTraceThenTheValue() {
        ProducerRecord<byte[], byte[]> small = letter(500, 100);
        assertThat(DeadLetterSize.fitting(small, 1_000)).isSameAs(small);

        ProducerRecord<byte[], byte[]> untraced = DeadLetterSize.fitting(letter(500, 1_000), 1_000);
        assertThat(untraced.value()).hasSize(500);
        assertThat(untraced.headers().lastHeader("__streams.errors.stacktrace")).isNull();
        assertThat(untraced.headers().lastHeader("__streams.errors.offset")).isNotNull();

        ProducerRecord<byte[], byte[]> empty = DeadLetterSize.fitting(letter(990, 1_000), 1_000);
        assertThat(empty.value()).isNull();
        assertThat(empty.key()).hasSize(3);
        assertThat(empty.headers().lastHeader(DeadLetterSize.VALUE_BYTES).value())
                .asString()
                .isEqualTo("990");
    }
}
