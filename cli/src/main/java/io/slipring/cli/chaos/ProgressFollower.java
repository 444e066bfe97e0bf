/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.cli.chaos;

import io.slipring.schemas.SingleObject;
import io.slipring.schemas.TaskProgress;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.StringDeserializer;

/** Follows what the tasks of an application report of themselves in the control topic. Not thread-safe. */
final class ProgressFollower implements AutoCloseable {
    private final String prefix;
    private final Consumer<String, byte[]> consumer;
    private final Map<Integer, TaskProgress> tasks = new HashMap<>();

    /**
     * Starts at the beginning of the topic.
     *
     * @param client settings of a client of the brokers
     */
    ProgressFollower(Map<String, Object> client, String controlTopic, String ring, String applicationId) {
        this.prefix = "task/" + ring + "/" + applicationId + "/";
        Map<String, Object> settings = new HashMap<>(client);
        settings.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, false);
        this.consumer = new KafkaConsumer<>(settings, new StringDeserializer(), new ByteArrayDeserializer());
        List<TopicPartition> topic = List.of(new TopicPartition(controlTopic, 0));
        consumer.assign(topic);
        consumer.seekToBeginning(topic);
    }

    /** Waits a while for reports; returns the last one of each task. */
    List<TaskProgress> poll(Duration wait) {
        for (ConsumerRecord<String, byte[]> report : consumer.poll(wait)) {
            if (report.key().startsWith(prefix) && report.value() != null) {
                TaskProgress task = SingleObject.TASK_PROGRESS.decode(report.value());
                tasks.put(task.getPartition(), task);
            }
        }
        return List.copyOf(tasks.values());
    }

    @Override
    public void close() {
        consumer.close();
    }
}
