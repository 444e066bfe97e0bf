/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.hotkeys;

import io.slipring.ring.Ring;
import io.slipring.ring.Shard;
import io.slipring.ring.SplitKey;
import io.slipring.ring.SplitMode;
import io.slipring.ring.Tokens;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Changes what a ring splits, and nothing else: the table stays, so no state moves. Pure; each result is the ring of the next
 * epoch.
 */
public final class SplitChange {
    private SplitChange() {}

    /**
     * Declares a key split over its owner and the owner's first successors, in place of what is declared for it so far. A
     * ring in mode off becomes one in mode declared.
     *
     * @param ways how many shards, 2 to as many as own vnodes
     */
    public static Ring split(Ring before, byte[] key, int ways) {
        long owners =
                before.shards().stream().filter(shard -> !shard.isDrained()).count();
        if (ways < 2 || ways > owners) {
            throw new IllegalArgumentException(
                    "ways must be 2.." + owners + " for ring " + before.name() + ", was " + ways);
        }
        List<SplitKey> splits = without(before, key);
        splits.add(new SplitKey(
                key,
                before.successors(Tokens.vnode(key), ways, false).stream()
                        .map(Shard::id)
                        .toList()));
        return with(before, splits);
    }

    /**
     * Takes a key from the declared ones.
     *
     * @throws IllegalArgumentException if it isn't one
     */
    public static Ring unsplit(Ring before, byte[] key) {
        List<SplitKey> splits = without(before, key);
        if (splits.size() == before.splits().size()) {
            throw new IllegalArgumentException("the key is not split by ring " + before.name() + " at epoch "
                    + before.epoch() + ", which splits " + splits.size() + " other keys");
        }
        return next(before).splits(splits).build();
    }

    /** Declares these splits in place of all so far. A ring in mode off becomes one in mode declared, if there are any. */
    public static Ring with(Ring before, List<SplitKey> splits) {
        Ring.Builder next = next(before).splits(splits);
        if (before.splitMode() == SplitMode.OFF && !splits.isEmpty()) {
            next.splitMode(SplitMode.DECLARED);
        }
        return next.build();
    }

    /** Sets the mode; what is declared stays declared, also while the mode is off. */
    public static Ring mode(Ring before, SplitMode mode) {
        return next(before).splitMode(mode).build();
    }

    private static Ring.Builder next(Ring before) {
        return before.toBuilder().epoch(before.epoch().next());
    }

    private static List<SplitKey> without(Ring before, byte[] key) {
        List<SplitKey> splits = new ArrayList<>(before.splits());
        splits.removeIf(split -> Arrays.equals(split.key(), key));
        return splits;
    }
}
