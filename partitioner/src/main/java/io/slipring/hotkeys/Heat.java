/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.hotkeys;

import io.slipring.ring.Ring;
import io.slipring.ring.Shard;
import io.slipring.ring.ShardId;
import io.slipring.schemas.HotKeyReport;
import io.slipring.schemas.HotKeyShare;
import io.slipring.schemas.ShardTraffic;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What the producers of a ring see together. A producer counts by the records per second that it sends; a report that is
 * older than five of its windows, and than a minute, does not count: its producer has ended.
 *
 * @param producers how many reports count
 * @param recordsPerSecond of all of them
 * @param hot keys by decreasing share
 * @param loads share of the records by shard that is not drained
 */
public record Heat(int producers, double recordsPerSecond, List<HotKey> hot, SortedMap<ShardId, Double> loads) {
    private static final long WINDOWS = 5;
    private static final long AT_LEAST_MS = 60_000;

    public Heat {
        hot = List.copyOf(hot);
        loads = Collections.unmodifiableSortedMap(new TreeMap<>(loads));
    }

    /**
     * Merges reports.
     *
     * @param reports of the ring's producers
     * @param nowMs milliseconds since the Unix epoch
     */
    public static Heat of(Ring ring, List<HotKeyReport> reports, long nowMs) {
        HotKeyTotals totals = new HotKeyTotals();
        TreeMap<ShardId, Double> rates = new TreeMap<>();
        for (Shard shard : ring.shards()) {
            if (!shard.isDrained()) {
                rates.put(shard.id(), 0.0);
            }
        }
        int producers = 0;
        for (HotKeyReport report : reports) {
            if (nowMs - report.getUpdatedAtMs() <= Math.max(AT_LEAST_MS, WINDOWS * report.getWindowMs())) {
                double seconds = Math.max(1, report.getWindowMs()) / 1_000.0;
                double records = 0;
                for (ShardTraffic traffic : report.getShards()) {
                    double sent = Math.max(0, traffic.getRecords());
                    records += sent;
                    rates.computeIfPresent(
                            new ShardId(Math.max(0, traffic.getShard())), (id, rate) -> rate + sent / seconds);
                }
                totals.add(
                        records / seconds,
                        report.getKeys().stream().map(Heat::hot).toList());
                producers++;
            }
        }
        double all = rates.values().stream().mapToDouble(Double::doubleValue).sum();
        TreeMap<ShardId, Double> loads = new TreeMap<>();
        rates.forEach((id, rate) -> loads.put(id, all == 0 ? 0 : rate / all));
        return new Heat(producers, all, totals.merged(), loads);
    }

    private static HotKey hot(HotKeyShare share) {
        byte[] key = new byte[share.getKey().remaining()];
        share.getKey().duplicate().get(key);
        return new HotKey(key, within1(share.getShare()), within1(share.getError()), Math.max(1, share.getWays()));
    }

    /** What a number of somebody else's is good for: 0 if it is none. */
    private static double within1(double value) {
        return value >= 0 ? Math.min(1, value) : 0;
    }

    /** Share of the records that a shard has. */
    public double load(ShardId shard) {
        return loads.getOrDefault(shard, 0.0);
    }

    /** How many times as much as if all had the same a shard has, for its weight. */
    public double overEven(Ring ring, ShardId shard) {
        double weights = ring.shards().stream().mapToDouble(Shard::weight).sum();
        return load(shard) * weights / ring.shard(shard).weight();
    }
}
