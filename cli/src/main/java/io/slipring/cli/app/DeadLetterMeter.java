/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.cli.app;

import java.util.Map;
import org.apache.kafka.common.MetricName;
import org.apache.kafka.common.metrics.Sensor;
import org.apache.kafka.common.metrics.stats.CumulativeCount;
import org.apache.kafka.common.metrics.stats.Rate;
import org.apache.kafka.streams.processor.api.FixedKeyProcessor;
import org.apache.kafka.streams.processor.api.FixedKeyProcessorContext;
import org.apache.kafka.streams.processor.api.FixedKeyRecord;
import org.jspecify.annotations.Nullable;

/**
 * Passes every record on, and is there for its task's metrics: what handles unreadable records in Kafka Streams has no access
 * to them.
 */
final class DeadLetterMeter<K, V> implements FixedKeyProcessor<K, V, V> {
    private static final String GROUP = "slipring-task-metrics";

    private final DeadLetters deadLetters;
    private @Nullable FixedKeyProcessorContext<K, V> context;
    private @Nullable Sensor sensor;
    private Runnable meter = () -> {};

    DeadLetterMeter(DeadLetters deadLetters) {
        this.deadLetters = deadLetters;
    }

    @Override
    public void init(FixedKeyProcessorContext<K, V> context) {
        this.context = context;
        String task = context.taskId().toString();
        Map<String, String> tags = Map.of(
                "thread-id",
                Thread.currentThread().getName(),
                "task-id",
                task,
                "aggregation",
                AggregationApp.NAME,
                "partition",
                Integer.toString(context.taskId().partition()));
        Sensor made = context.metrics()
                .addSensor(
                        String.join(".", GROUP, tags.get("thread-id"), task, "dead-letters"),
                        Sensor.RecordingLevel.INFO);
        made.add(
                new MetricName("dead-letters-total", GROUP, "Input records sent to the dead-letter topic", tags),
                new CumulativeCount());
        made.add(
                new MetricName(
                        "dead-letters-rate", GROUP, "Input records sent to the dead-letter topic per second", tags),
                new Rate());
        sensor = made;
        meter = made::record;
        deadLetters.meter(task, meter);
    }

    @Override
    public void process(FixedKeyRecord<K, V> record) {
        if (context != null) {
            context.forward(record);
        }
    }

    @Override
    public void close() {
        if (context != null && sensor != null) {
            deadLetters.forget(context.taskId().toString(), meter);
            context.metrics().removeSensor(sensor);
        }
    }
}
