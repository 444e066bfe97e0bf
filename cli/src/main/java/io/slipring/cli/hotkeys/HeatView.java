/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.cli.hotkeys;

import io.slipring.cli.command.KeyText;
import io.slipring.hotkeys.Heat;
import io.slipring.hotkeys.HotKey;
import io.slipring.hotkeys.SplitRule;
import io.slipring.ring.Ring;
import io.slipring.ring.Shard;
import io.slipring.ring.ShardId;
import io.slipring.ring.SplitKey;
import io.slipring.ring.SplitMode;
import io.slipring.ring.Tokens;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Shows a ring's hot keys as lines or JSON. */
final class HeatView {
    private final Ring ring;
    private final Heat heat;
    private final int top;

    HeatView(Ring ring, Heat heat, int top) {
        this.ring = ring;
        this.heat = heat;
        this.top = top;
    }

    Map<String, Object> json() {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("ring", ring.name());
        json.put("epoch", ring.epoch().value());
        json.put("splitMode", ring.splitMode().wireName());
        json.put("producers", heat.producers());
        json.put("recordsPerSecond", heat.recordsPerSecond());
        json.put("keys", heat.hot().stream().limit(top).map(this::json).toList());
        json.put(
                "shards",
                hottest().stream()
                        .map(id -> Map.of(
                                "shard", id.value(), "share", heat.load(id), "overEven", heat.overEven(ring, id)))
                        .toList());
        return json;
    }

    private Map<String, Object> json(HotKey key) {
        Map<String, Object> json = new LinkedHashMap<>();
        KeyText.text(key.key()).ifPresent(text -> json.put("key", text));
        json.put("keyHex", HexFormat.of().formatHex(key.key()));
        json.put("share", key.share());
        json.put("error", key.error());
        json.put("suggestedWays", suggested(key));
        json.put("ways", carriers(key).size());
        json.put("shard", hottestCarrier(key).value());
        return json;
    }

    List<String> lines() {
        List<String> lines = new ArrayList<>();
        lines.add(String.format(
                Locale.ROOT,
                "ring %s, epoch %d, split mode %s: %d producer%s report%s, %.0f records/s",
                ring.name(),
                ring.epoch().value(),
                ring.splitMode().wireName(),
                heat.producers(),
                heat.producers() == 1 ? "" : "s",
                heat.producers() == 1 ? "s" : "",
                heat.recordsPerSecond()));
        if (heat.producers() == 0) {
            lines.add("No producer reports; set slipring.hotkeys.report=true in their configuration.");
            return lines;
        }
        if (heat.hot().isEmpty()) {
            lines.add("No key is hot.");
        } else {
            lines.add("  share   +- error   ways now   suggested   suffers    key");
            heat.hot().stream()
                    .limit(top)
                    .forEach(key -> lines.add(String.format(
                            Locale.ROOT,
                            "%6.2f %%   %5.2f %%   %8d   %9d   shard %-4s %s",
                            100 * key.share(),
                            100 * key.error(),
                            carriers(key).size(),
                            suggested(key),
                            hottestCarrier(key),
                            KeyText.shown(key.key()))));
        }
        lines.add("  shard    load   over even");
        hottest().stream()
                .limit(top)
                .forEach(id -> lines.add(String.format(
                        Locale.ROOT, "  %5s %6.2f %%    %.2f", id, 100 * heat.load(id), heat.overEven(ring, id))));
        return lines;
    }

    private int suggested(HotKey key) {
        return SplitRule.DEFAULT.ways(key.share(), heat.loads().size());
    }

    private List<ShardId> hottest() {
        return heat.loads().keySet().stream()
                .sorted(Comparator.comparingDouble((ShardId id) -> heat.overEven(ring, id))
                        .reversed()
                        .thenComparing(Comparator.naturalOrder()))
                .toList();
    }

    private ShardId hottestCarrier(HotKey key) {
        List<ShardId> carriers = carriers(key);
        return hottest().stream().filter(carriers::contains).findFirst().orElse(carriers.get(0));
    }

    /** The shards that the key's records go to now. */
    private List<ShardId> carriers(HotKey hot) {
        byte[] key = hot.key();
        if (ring.splitMode() != SplitMode.OFF) {
            for (SplitKey split : ring.splits()) {
                if (Arrays.equals(split.key(), key)) {
                    return split.shards();
                }
            }
        }
        int ways = ring.splitMode() == SplitMode.ADAPTIVE ? hot.ways() : 1;
        return ring.successors(Tokens.vnode(key), ways, false).stream()
                .map(Shard::id)
                .toList();
    }
}
