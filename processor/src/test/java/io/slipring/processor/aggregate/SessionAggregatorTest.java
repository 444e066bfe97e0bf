/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.processor.aggregate;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Random;
import java.util.TreeMap;
import org.apache.kafka.common.serialization.LongDeserializer;
import org.apache.kafka.common.serialization.LongSerializer;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.apache.kafka.streams.StreamsBuilder;
import org.apache.kafka.streams.TopologyTestDriver;
import org.apache.kafka.streams.kstream.Consumed;
import org.apache.kafka.streams.kstream.Grouped;
import org.apache.kafka.streams.kstream.Materialized;
import org.apache.kafka.streams.kstream.Produced;
import org.apache.kafka.streams.kstream.SessionWindows;
import org.junit.jupiter.api.Test;

class SessionAggregatorTest {
    private static final int STREAMS = Integer.getInteger("sessions.streams", 300);
    private static final int RECORDS = 30;
    private static final int GAP = 10;

    private static final SessionAggregator<Long, Long> SUMS =
            new SessionAggregator<>(Aggregators.<Long>sumOfLongs(value -> value).on(Positioned::value), GAP);

    private static Positioned<Long> at(long timestamp, long value) {
        return new Positioned<>(value, timestamp, "input", 0, timestamp);
    }

    @Test
    void laws_sessionsOfSums_hold() {
        AggregatorLaws.of(SUMS)
                .values(random -> at(random.nextLong(300), random.nextLong(-50, 51)))
                .check();
    }

    @Test
    void fold_justTheGapApart_joinsAndOneMoreDoesNot() {
        List<Session<Long>> sessions = SUMS.fold(SUMS.fold(SUMS.identity(), at(0, 1)), at(GAP, 2));
        assertThat(sessions).containsExactly(new Session<>(0, GAP, 2, 3L));

        sessions = SUMS.fold(sessions, at(2 * GAP + 1, 4));
        assertThat(sessions)
                .containsExactly(new Session<>(0, GAP, 2, 3L), new Session<>(2 * GAP + 1, 2 * GAP + 1, 1, 4L));

        assertThat(SUMS.fold(sessions, at(GAP + 1, 8))).containsExactly(new Session<>(0, 2 * GAP + 1, 4, 15L));
    }

    /** Each stream is a key, folded in parts that are merged in any order. */
    @Test
    void merge_partsInAnyOrder_equalsKafkaStreams() {
        Random random = new Random(1);
        Map<String, Long> results = new TreeMap<>();
        Map<String, Long> wanted = new TreeMap<>();
        StreamsBuilder builder = new StreamsBuilder();
        builder.stream("input", Consumed.with(Serdes.String(), Serdes.Long()))
                .groupByKey(Grouped.with(Serdes.String(), Serdes.Long()))
                .windowedBy(SessionWindows.ofInactivityGapAndGrace(Duration.ofMillis(GAP), Duration.ofDays(1)))
                .reduce(Long::sum, Materialized.with(Serdes.String(), Serdes.Long()))
                .toStream((window, sum) -> window.key() + "@" + window.window().start() + "-"
                        + window.window().end())
                .to("output", Produced.with(Serdes.String(), Serdes.Long()));
        Properties config = new Properties();
        config.put("application.id", "sessions");
        config.put("bootstrap.servers", "none:1");
        try (TopologyTestDriver driver = new TopologyTestDriver(builder.build(), config)) {
            var input = driver.createInputTopic("input", new StringSerializer(), new LongSerializer());
            for (int stream = 0; stream < STREAMS; stream++) {
                List<List<Session<Long>>> parts = new ArrayList<>(List.of(List.of(), List.of(), List.of(), List.of()));
                int span = 50 + random.nextInt(500);
                for (int i = 0; i < RECORDS; i++) {
                    Positioned<Long> record = at(random.nextInt(span), random.nextInt(1_000));
                    input.pipeInput("key-" + stream, record.value(), record.timestamp());
                    parts.set(i % 4, SUMS.fold(parts.get(i % 4), record));
                }
                List<Session<Long>> merged = parts.remove(random.nextInt(parts.size()));
                while (!parts.isEmpty()) {
                    merged = SUMS.merge(merged, parts.remove(random.nextInt(parts.size())));
                }
                for (Session<Long> session : merged) {
                    results.put("key-" + stream + "@" + session.start() + "-" + session.end(), session.aggregate());
                }
            }
            driver.createOutputTopic("output", new StringDeserializer(), new LongDeserializer())
                    .readKeyValuesToList()
                    .forEach(update -> {
                        if (update.value == null) {
                            wanted.remove(update.key);
                        } else {
                            wanted.put(update.key, update.value);
                        }
                    });
        }

        assertThat(results).isEqualTo(wanted);
    }
}
