/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.processor;

import io.slipring.processor.core.Transfer;
import java.util.Map;
import org.apache.kafka.common.MetricName;
import org.apache.kafka.common.metrics.Sensor;
import org.apache.kafka.common.metrics.stats.CumulativeSum;
import org.apache.kafka.streams.processor.api.ProcessorContext;

/** A task's sensors, in Kafka Streams' own registry; group {@value GROUP}. */
final class ShardMetrics {
    static final String GROUP = "slipring-task-metrics";

    private final ProcessorContext<?, ?> context;
    private final Map<String, String> tags;
    private final Sensor dropped;
    private final Sensor foreignPartials;
    private final Sensor handedOffPartials;

    ShardMetrics(ProcessorContext<?, ?> context, String aggregation, int partition) {
        this.context = context;
        this.tags = Map.of(
                "thread-id", Thread.currentThread().getName(),
                "task-id", context.taskId().toString(),
                "aggregation", aggregation,
                "partition", Integer.toString(partition));
        this.dropped = total("dropped-records-total", "Records without key or value, which are not folded");
        this.foreignPartials = total("foreign-partials-total", "Partials sent to the owners of their keys");
        this.handedOffPartials = total("handoff-partials-total", "Home entries shipped by handoffs");
    }

    private Sensor total(String name, String description) {
        Sensor sensor = context.metrics()
                .addSensor(
                        GROUP + "." + tags.get("thread-id") + "." + tags.get("task-id") + "." + tags.get("aggregation")
                                + "." + name,
                        Sensor.RecordingLevel.INFO);
        sensor.add(new MetricName(name, GROUP, description, tags), new CumulativeSum());
        return sensor;
    }

    void dropped() {
        dropped.record();
    }

    void sent(Transfer transfer) {
        (transfer instanceof Transfer.Handoff ? handedOffPartials : foreignPartials)
                .record(transfer.partials().size());
    }

    void close() {
        context.metrics().removeSensor(dropped);
        context.metrics().removeSensor(foreignPartials);
        context.metrics().removeSensor(handedOffPartials);
    }
}
