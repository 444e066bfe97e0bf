/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.partitioner;

import io.slipring.hotkeys.HotKey;
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
 * Shows a router, its load and its hot keys as metrics of the client; only {@code shard-records-total} and {@code
 * shard-bytes-total} have a tag, {@code shard}. The client removes them when it closes the partitioner.
 */
final class RouterMetrics {
    private final PluginMetrics metrics;
    private final ShardLoad load;
    private final Map<ShardId, List<MetricName>> shown = new HashMap<>();
    private Epoch newest = Epoch.FIRST;

    RouterMetrics(PluginMetrics metrics, SplittingRouter routing) {
        Router router = routing.router();
        this.metrics = metrics;
        this.load = routing.load();
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
        add(
                "hot-keys",
                "Keys that are split, or were above the threshold and aren't below half of it yet",
                (config, now) -> routing.hotKeys().hot().size());
        add(
                "hot-key-share-max",
                "Share of this client's records that its hottest key has; 0 if none is hot",
                (config, now) -> routing.hotKeys().hot().stream()
                        .mapToDouble(HotKey::share)
                        .max()
                        .orElse(0));
        add(
                "hot-key-windows-total",
                "Detection windows that have ended",
                (config, now) -> routing.hotKeys().number());
        add("split-keys", "Keys that the newest known ring and this client split", (config, now) -> routing.splits());
        add("split-records-total", "Records of split keys", (config, now) -> routing.splitRecords());
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
