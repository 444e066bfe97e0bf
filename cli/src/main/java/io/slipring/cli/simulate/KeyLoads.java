/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.cli.simulate;

import io.slipring.cli.command.CommandFailure;
import io.slipring.cli.input.Inputs;
import io.slipring.errors.AccessException;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/** Reads or makes the keys of a simulation. */
final class KeyLoads {

    private KeyLoads() {}

    static KeyLoad of(KeySource.Zipf zipf) {
        KeyLoad.Builder load = new KeyLoad.Builder();
        for (int i = 1; i <= zipf.keys(); i++) {
            load.add(("key-" + i).getBytes(StandardCharsets.UTF_8), Math.pow(i, -zipf.exponent()));
        }
        return load.build();
    }

    /** Reads a file, decompressed if its name ends in {@code .gz}; empty lines are left out. */
    static KeyLoad of(KeySource.Lines lines) {
        Path file = lines.file();
        KeyLoad.Builder load = new KeyLoad.Builder();
        try (BufferedReader in = new BufferedReader(new InputStreamReader(Inputs.open(file), StandardCharsets.UTF_8))) {
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                if (!line.isEmpty()) {
                    load.add(line.getBytes(StandardCharsets.UTF_8), 1);
                }
            }
        } catch (NoSuchFileException e) {
            throw new CommandFailure("there is no file " + file + " to read keys from", e);
        } catch (IOException e) {
            throw new CommandFailure("cannot read keys from " + file + ": " + e.getMessage(), e);
        }
        return load.build();
    }

    /** Reads what the topic holds at the start, in one pass without a consumer group; records without a key are left out. */
    static KeyLoad of(KeySource.Topic topic, Map<String, Object> clientConfig, Duration timeout) {
        Map<String, Object> config = new HashMap<>(clientConfig);
        config.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, false);
        config.put(ConsumerConfig.ALLOW_AUTO_CREATE_TOPICS_CONFIG, false);
        config.remove(ConsumerConfig.GROUP_ID_CONFIG);
        try (Consumer<byte[], byte[]> consumer =
                new KafkaConsumer<>(config, new ByteArrayDeserializer(), new ByteArrayDeserializer())) {
            List<TopicPartition> partitions = consumer.partitionsFor(topic.name(), timeout).stream()
                    .map(info -> new TopicPartition(info.topic(), info.partition()))
                    .toList();
            if (partitions.isEmpty()) {
                throw new CommandFailure("there is no topic " + topic.name() + " to read keys from");
            }
            consumer.assign(partitions);
            consumer.seekToBeginning(partitions);
            Map<TopicPartition, Long> ends = consumer.endOffsets(partitions, timeout);
            return read(consumer, ends, timeout);
        } catch (TopicAuthorizationException e) {
            throw AccessException.reading(e);
        }
    }

    private static KeyLoad read(Consumer<byte[], byte[]> consumer, Map<TopicPartition, Long> ends, Duration timeout) {
        KeyLoad.Builder load = new KeyLoad.Builder();
        long lastProgress = System.nanoTime();
        while (ends.entrySet().stream().anyMatch(end -> consumer.position(end.getKey(), timeout) < end.getValue())) {
            boolean progress = false;
            for (ConsumerRecord<byte[], byte[]> entry : consumer.poll(Duration.ofMillis(500))) {
                progress = true;
                if (entry.key() != null) {
                    load.add(entry.key(), 1);
                }
            }
            if (progress) {
                lastProgress = System.nanoTime();
            } else if (System.nanoTime() - lastProgress > timeout.toNanos()) {
                throw new CommandFailure(
                        "no record came for " + timeout.toMillis() + " ms, but the ends " + ends + " are not reached");
            }
        }
        return load.build();
    }
}
