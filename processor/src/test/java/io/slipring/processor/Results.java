/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.processor;

import io.slipring.processor.Tally.Sum;
import io.slipring.processor.core.Envelope;
import io.slipring.processor.core.HomeKey;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.LongDeserializer;

/** Reads what the {@link SummingApp} has committed: its output, and its state from the changelog. */
final class Results implements AutoCloseable {
    private final KafkaConsumer<byte[], byte[]> output;
    private final Numbers names;
    private final String bootstrapServers;
    private final Map<String, Sum> latest = new HashMap<>();
    private final List<String> understated = new ArrayList<>();

    Results(Numbers names, String bootstrapServers) {
        this.names = names;
        this.bootstrapServers = bootstrapServers;
        this.output = consumer(names.output());
    }

    private KafkaConsumer<byte[], byte[]> consumer(String topic) {
        KafkaConsumer<byte[], byte[]> consumer = new KafkaConsumer<>(
                Map.of(
                        ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG,
                        bootstrapServers,
                        ConsumerConfig.ISOLATION_LEVEL_CONFIG,
                        "read_committed"),
                new ByteArrayDeserializer(),
                new ByteArrayDeserializer());
        Set<TopicPartition> partitions = consumer.partitionsFor(topic).stream()
                .map(partition -> new TopicPartition(topic, partition.partition()))
                .collect(Collectors.toSet());
        consumer.assign(partitions);
        consumer.seekToBeginning(partitions);
        return consumer;
    }

    /** Reads the output on; returns the last update of each key so far. */
    Map<String, Sum> readOutput(Duration patience) {
        for (ConsumerRecord<byte[], byte[]> update : output.poll(patience)) {
            String key = new String(update.key(), StandardCharsets.UTF_8);
            String[] words = new String(update.value(), StandardCharsets.UTF_8).split(" ", 2);
            Sum sum = new Sum(Long.parseLong(words[0]), Long.parseLong(words[1]));
            Sum before = latest.put(key, sum);
            if (before != null && sum.records() < before.records()) {
                understated.add(key + ": " + sum + " after " + before);
            }
        }
        return latest;
    }

    /** Updates of a key with fewer records than an earlier one. */
    List<String> understated() {
        return understated;
    }

    /** The home state of all tasks, rebuilt from the changelog; keys that two tasks have are listed in {@code twice}. */
    Map<String, Sum> readState(Set<String> twice) {
        Map<String, Sum> state = new HashMap<>();
        Map<TopicPartition, Map<String, Sum>> tasks = new HashMap<>();
        try (KafkaConsumer<byte[], byte[]> changelog = consumer(names.homeChangelog());
                LongDeserializer numbers = new LongDeserializer()) {
            Map<TopicPartition, Long> ends = changelog.endOffsets(changelog.assignment());
            long deadline = System.nanoTime() + Duration.ofSeconds(60).toNanos();
            while (ends.entrySet().stream().anyMatch(end -> changelog.position(end.getKey()) < end.getValue())) {
                if (System.nanoTime() > deadline) {
                    throw new AssertionError("Changelog not read to " + ends + " within 60 s");
                }
                for (ConsumerRecord<byte[], byte[]> entry : changelog.poll(Duration.ofMillis(200))) {
                    if (!HomeKey.isEntry(entry.key())) {
                        continue;
                    }
                    Map<String, Sum> task = tasks.computeIfAbsent(
                            new TopicPartition(entry.topic(), entry.partition()), partition -> new HashMap<>());
                    String key = new String(HomeKey.key(entry.key()), StandardCharsets.UTF_8);
                    if (entry.value() == null) {
                        task.remove(key);
                    } else {
                        Envelope envelope = Envelope.decode(entry.value());
                        task.put(key, new Sum(envelope.records(), numbers.deserialize("", envelope.aggregate())));
                    }
                }
            }
        }
        tasks.values()
                .forEach(task -> task.forEach((key, sum) -> {
                    if (state.putIfAbsent(key, sum) != null) {
                        twice.add(key);
                    }
                }));
        return state;
    }

    /** Waits until output and state equal what was produced, and shows the difference if they do not in time. */
    void awaitExactly(Tally produced, Duration timeout) {
        Map<String, Sum> wanted = produced.sums();
        long deadline = System.nanoTime() + timeout.toNanos();
        while (!readOutput(Duration.ofMillis(200)).equals(wanted)) {
            if (System.nanoTime() > deadline) {
                throw new AssertionError("Output differs after " + timeout + ": " + differences(wanted, latest));
            }
        }
        Set<String> twice = new TreeSet<>();
        Map<String, Sum> state = readState(twice);
        while ((!twice.isEmpty() || !state.equals(wanted)) && System.nanoTime() < deadline) {
            twice.clear();
            state = readState(twice);
        }
        if (!twice.isEmpty() || !state.equals(wanted)) {
            throw new AssertionError(
                    "State differs after " + timeout + ": in two tasks " + twice + ", " + differences(wanted, state));
        }
        if (!understated.isEmpty()) {
            throw new AssertionError("Understated updates: " + understated.size() + " such as "
                    + understated.subList(0, Math.min(5, understated.size())));
        }
    }

    private static String differences(Map<String, Sum> wanted, Map<String, Sum> actual) {
        List<String> differences = new ArrayList<>();
        wanted.forEach((key, sum) -> {
            if (!sum.equals(actual.get(key))) {
                differences.add(key + " wanted " + sum + " was " + actual.get(key));
            }
        });
        return differences.size() + " of " + wanted.size() + " keys, such as "
                + differences.subList(0, Math.min(5, differences.size())) + "; records wanted "
                + wanted.values().stream().mapToLong(Sum::records).sum() + " was "
                + actual.values().stream().mapToLong(Sum::records).sum();
    }

    @Override
    public void close() {
        output.close();
    }
}
