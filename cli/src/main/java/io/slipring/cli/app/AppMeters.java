/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.cli.app;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.binder.MeterBinder;
import io.micrometer.core.instrument.binder.jvm.JvmGcMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmMemoryMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmThreadMetrics;
import io.micrometer.core.instrument.binder.kafka.KafkaStreamsMetrics;
import io.micrometer.core.instrument.binder.system.ProcessorMetrics;
import io.micrometer.core.instrument.binder.system.UptimeMetrics;
import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import org.apache.kafka.streams.KafkaStreams;

/** All that is measured of an instance: Kafka Streams with its clients and tasks, and the JVM. */
final class AppMeters implements MeterBinder, AutoCloseable {
    /** How soon the metrics of a task that moved are there; the library's own minute is longer than most handoffs. */
    private static final Duration REFRESH = Duration.ofSeconds(2);

    private final ScheduledExecutorService scheduler = Executors.newSingleThreadScheduledExecutor(task -> {
        Thread thread = new Thread(task, "slipring-meters");
        thread.setDaemon(true);
        return thread;
    });
    private final KafkaStreamsMetrics streams;
    private final JvmGcMetrics collections = new JvmGcMetrics();

    AppMeters(KafkaStreams streams) {
        this.streams = new KafkaStreamsMetrics(streams, Tags.empty(), scheduler, REFRESH);
    }

    @Override
    public void bindTo(MeterRegistry registry) {
        streams.bindTo(registry);
        collections.bindTo(registry);
        new JvmMemoryMetrics().bindTo(registry);
        new JvmThreadMetrics().bindTo(registry);
        new ProcessorMetrics().bindTo(registry);
        new UptimeMetrics().bindTo(registry);
    }

    @Override
    public void close() {
        scheduler.shutdownNow();
        streams.close();
        collections.close();
    }
}
