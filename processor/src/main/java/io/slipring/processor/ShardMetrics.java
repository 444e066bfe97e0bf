/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.processor;

import io.slipring.processor.core.TaskState;
import io.slipring.processor.core.Transfer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.MetricName;
import org.apache.kafka.common.metrics.MeasurableStat;
import org.apache.kafka.common.metrics.Sensor;
import org.apache.kafka.common.metrics.stats.CumulativeSum;
import org.apache.kafka.common.metrics.stats.Value;
import org.apache.kafka.streams.processor.api.ProcessorContext;

/** A task's sensors, in Kafka Streams' own registry; group {@value GROUP}. */
final class ShardMetrics {
    static final String GROUP = "slipring-task-metrics";

    private final ProcessorContext<?, ?> context;
    private final Map<String, String> tags;
    private final List<Sensor> sensors = new ArrayList<>();
    private final Sensor dropped;
    private final Sensor late;
    private final Sensor lateFoldings;
    private final Sensor expired;
    private final Sensor closed;
    private final Sensor foreignPartials;
    private final Sensor handedOffPartials;
    private final Sensor foreignRecords;
    private final Sensor epoch;
    private final Sensor toShip;
    private final Sensor awaited;
    private final Sensor homeEntries;
    private final Sensor homeBytes;

    ShardMetrics(ProcessorContext<?, ?> context, String aggregation, int partition) {
        this.context = context;
        this.tags = Map.of(
                "thread-id", Thread.currentThread().getName(),
                "task-id", context.taskId().toString(),
                "aggregation", aggregation,
                "partition", Integer.toString(partition));
        dropped = total("dropped-records-total", "Records without key or value, which are not folded");
        late = total(
                "late-records-total", "Records that came too late for each of their windows, which are not folded");
        lateFoldings = value(
                "late-foldings",
                "Records that came too late for a window, once for each, here or after they were shipped, since its state was"
                        + " made");
        expired = value(
                "expired-records",
                "Records in entries of windows that were closed, and late ones, since its state was made");
        closed = value("windows-closed-to-ms", "Windows that were over at this time are closed; 0 before the first");
        foreignPartials = total("foreign-partials-total", "Partials sent to the owners of their keys");
        handedOffPartials = total("handoff-partials-total", "Home entries shipped by handoffs");
        foreignRecords =
                value("foreign-records", "Source records of keys that the task did not own, since its state was made");
        epoch = value("ring-epoch", "Epoch that the task has adopted");
        toShip = value("vnodes-to-ship", "Vnodes lost and not yet shipped");
        awaited = value("vnodes-awaited", "Vnodes gained and not yet received; their updates are held");
        homeEntries = value("home-entries", "Entries in the home store");
        homeBytes = value("home-bytes", "Key and value bytes in the home store");
    }

    private Sensor total(String name, String description) {
        return sensor(name, description, new CumulativeSum());
    }

    private Sensor value(String name, String description) {
        return sensor(name, description, new Value());
    }

    private Sensor sensor(String name, String description, MeasurableStat stat) {
        String unique =
                String.join(".", GROUP, tags.get("thread-id"), tags.get("task-id"), tags.get("aggregation"), name);
        Sensor sensor = context.metrics().addSensor(unique, Sensor.RecordingLevel.INFO);
        sensor.add(new MetricName(name, GROUP, description, tags), stat);
        sensors.add(sensor);
        return sensor;
    }

    void dropped() {
        dropped.record();
    }

    void late() {
        late.record();
    }

    void sent(Transfer transfer) {
        if (transfer instanceof Transfer.Mark) {
            return;
        }
        (transfer instanceof Transfer.Handoff ? handedOffPartials : foreignPartials)
                .record(transfer.partials().size());
    }

    void state(TaskState state) {
        foreignRecords.record((double) state.counters().foreign());
        epoch.record(state.epoch());
        toShip.record(state.vnodesToShip());
        awaited.record(state.vnodesAwaited());
        lateFoldings.record((double) state.windows().late());
        expired.record((double) state.counters().expired());
        closed.record((double) Math.max(0, state.windows().closed()));
        homeEntries.record((double) state.counters().entries());
        homeBytes.record((double) state.counters().bytes());
    }

    void close() {
        sensors.forEach(context.metrics()::removeSensor);
    }
}
