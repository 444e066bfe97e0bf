/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.cli.ring;

import io.slipring.ring.Ring;
import io.slipring.ring.Shard;
import io.slipring.ring.Tokens;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** A ring as people and programs want to see it. */
record RingView(Ring ring, Map<Integer, Integer> vnodesByPartition) {
    static RingView of(Ring ring) {
        Map<Integer, Integer> vnodes = new LinkedHashMap<>();
        for (Shard shard : ring.shards()) {
            vnodes.put(
                    shard.partition(), ring.vnodesOfPartition(shard.partition()).size());
        }
        return new RingView(ring, vnodes);
    }

    /** For people. */
    List<String> lines() {
        List<String> lines = new ArrayList<>();
        lines.add("ring %s  epoch %d  fingerprint %s  placement %s  made %s%s"
                .formatted(
                        ring.name(),
                        ring.epoch().value(),
                        ring.fingerprint().shortForm(),
                        ring.placement(),
                        Instant.ofEpochMilli(ring.createdAtMs()),
                        ring.comment().isEmpty() ? "" : "  (" + ring.comment() + ")"));
        lines.add("topics " + String.join(", ", ring.topics()));
        lines.add("  shard  partition  weight   vnodes    share  zone");
        for (Shard shard : ring.shards()) {
            int vnodes = vnodes(shard);
            lines.add(String.format(
                            Locale.ROOT,
                            "  %5d  %9d  %6d  %7d  %6.2f%%  %s",
                            shard.id().value(),
                            shard.partition(),
                            shard.weight(),
                            vnodes,
                            100.0 * vnodes / Tokens.VNODES,
                            shard.isDrained() ? "(drained)" : shard.zone())
                    .stripTrailing());
        }
        return lines;
    }

    /** For programs; a map of the caller's own. */
    Map<String, Object> json() {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("ring", ring.name());
        json.put("epoch", ring.epoch().value());
        json.put("fingerprint", ring.fingerprint().toString());
        json.put("placement", ring.placement());
        json.put("createdAtMs", ring.createdAtMs());
        json.put("comment", ring.comment());
        json.put("topics", ring.topics());
        json.put("requiredPartitions", ring.requiredPartitions());
        json.put("shards", ring.shards().stream().map(this::json).toList());
        return json;
    }

    private Map<String, Object> json(Shard shard) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("id", shard.id().value());
        json.put("partition", shard.partition());
        json.put("weight", shard.weight());
        json.put("zone", shard.zone());
        json.put("vnodes", vnodes(shard));
        return json;
    }

    private int vnodes(Shard shard) {
        return vnodesByPartition.getOrDefault(shard.partition(), 0);
    }
}
