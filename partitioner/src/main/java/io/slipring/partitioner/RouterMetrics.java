/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.partitioner;

import io.slipring.ring.Epoch;
import io.slipring.ring.Ring;
import io.slipring.ring.Shard;
import io.slipring.ring.ShardId;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.common.MetricName;
import org.apache.kafka.common.metrics.Gauge;
import org.apache.kafka.common.metrics.Measurable;
import org.apache.kafka.common.metrics.PluginMetrics;

/**
 * Shows a router and its load as metrics of the client: {@code ring-epoch}, {@code ring-fingerprint} and {@code
 * ring-fallback-total}, and with a tag {@code shard}, {@code shard-records-total} and {@code shard-bytes-total}. The
 * client removes them when it closes the partitioner.
 */
final class RouterMetrics {
    private final PluginMetrics metrics;
    private final ShardLoad load;
    private final Map<ShardId, List<MetricName>> shown = new HashMap<>();
    private Epoch newest = Epoch.FIRST;

    RouterMetrics(PluginMetrics metrics, Router router, ShardLoad load) {
        this.metrics = metrics;
        this.load = load;
        add(
                "ring-epoch",
                "Epoch of the newest known ring",
                (config, now) -> router.newest().epoch().value());
        gauge(
                "ring-fingerprint",
                "Fingerprint of the newest known ring",
                (config, now) -> router.newest().fingerprint().toString());
        add(
                "ring-fallback-total",
                "Records routed by an older ring, because the topic has too few partitions for the" + " newest",
                (config, now) -> router.fallbacks());
    }

    /** Shows the shards of a ring, unless a newer one was shown; a shard's counts start when it is first seen. */
    synchronized void show(Ring ring) {
        if (ring.epoch().compareTo(newest) < 0) {
            return;
        }
        newest = ring.epoch();
        Set<ShardId> left = new HashSet<>(shown.keySet());
        for (Shard shard : ring.shards()) {
            left.remove(shard.id());
            shown.computeIfAbsent(shard.id(), id -> show(shard));
        }
        left.forEach(id -> shown.remove(id).forEach(metrics::removeMetric));
    }

    private List<MetricName> show(Shard shard) {
        int partition = shard.partition();
        // A partition may have stood for another shard before.
        long records = load.records(partition);
        long bytes = load.bytes(partition);
        return List.of(
                shard(
                        "shard-records-total",
                        "Records routed to the shard",
                        shard,
                        (c, now) -> load.records(partition) - records),
                shard(
                        "shard-bytes-total",
                        "Key and value bytes routed to the shard",
                        shard,
                        (c, now) -> load.bytes(partition) - bytes));
    }

    private void add(String name, String description, Measurable value) {
        metrics.addMetric(metrics.metricName(name, description, new LinkedHashMap<>()), value);
    }

    private void gauge(String name, String description, Gauge<String> value) {
        metrics.addMetric(metrics.metricName(name, description, new LinkedHashMap<>()), value);
    }

    private MetricName shard(String name, String description, Shard shard, Measurable value) {
        LinkedHashMap<String, String> tags = new LinkedHashMap<>();
        tags.put("shard", shard.id().toString());
        MetricName metric = metrics.metricName(name, description, tags);
        metrics.addMetric(metric, value);
        return metric;
    }
}
