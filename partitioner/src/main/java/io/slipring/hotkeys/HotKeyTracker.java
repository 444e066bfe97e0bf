/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.hotkeys;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;

/**
 * Follows tokens from window to window and decides how wide each is split. Splits grow after {@value #GROW_AFTER} windows
 * in which the key was above what its ways are for, and shrink after {@value #SHRINK_AFTER} windows below half of that, so
 * that they don't flutter.
 *
 * <p>A share is the mean of the last window's and the share before it: what was hot is forgotten by half with each window.
 * Pure but for what it remembers; not thread-safe.
 */
final class HotKeyTracker {
    static final int GROW_AFTER = 2;
    static final int SHRINK_AFTER = 10;

    /** More keys than this are not followed, hottest first. */
    static final int LIMIT = 1_024;

    private static final class Candidate {
        private final long token;
        private byte @Nullable [] key;
        private double share;
        private double error;
        private int above;
        private int below;
        private int ways = 1;

        private Candidate(long token) {
            this.token = token;
        }
    }

    private final SplitRule rule;
    private final Map<Long, Candidate> candidates = new HashMap<>();

    HotKeyTracker(SplitRule rule) {
        this.rule = rule;
    }

    /**
     * Takes in a window.
     *
     * @param counts of the frequent tokens
     * @param total of all tokens, at least 1
     * @param shards over which a key can be spread, at least 1
     * @param keys the bytes of a token's key, null if they are not known yet
     */
    void window(List<TokenSketch.Count> counts, long total, int shards, LongFunction<byte @Nullable []> keys) {
        double threshold = rule.threshold(shards);
        Map<Long, TokenSketch.Count> seen = new HashMap<>();
        for (TokenSketch.Count count : counts) {
            seen.put(count.token(), count);
            double share = count.count() / total;
            if (share > threshold && !candidates.containsKey(count.token()) && candidates.size() < LIMIT) {
                Candidate added = new Candidate(count.token());
                added.share = share;
                added.error = error(share, count.error(), total);
                candidates.put(count.token(), added);
            }
        }
        for (Iterator<Candidate> all = candidates.values().iterator(); all.hasNext(); ) {
            Candidate candidate = all.next();
            TokenSketch.Count count = seen.get(candidate.token);
            double share = count == null ? 0 : count.count() / total;
            candidate.error = (candidate.error + error(share, count == null ? 0 : count.error(), total)) / 2;
            candidate.share = (candidate.share + share) / 2;
            if (candidate.key == null) {
                candidate.key = keys.apply(candidate.token);
            }
            step(candidate, threshold, shards);
            if (candidate.ways == 1 && candidate.share < threshold / 2) {
                all.remove();
            }
        }
    }

    private void step(Candidate candidate, double threshold, int shards) {
        double held = candidate.ways * threshold;
        candidate.above = candidate.share > held ? candidate.above + 1 : 0;
        candidate.below = candidate.share < held / 2 ? candidate.below + 1 : 0;
        if (candidate.key != null
                && (candidate.above >= GROW_AFTER || candidate.below >= SHRINK_AFTER || candidate.ways > shards)) {
            candidate.ways = rule.ways(candidate.share, shards);
            candidate.above = 0;
            candidate.below = 0;
        }
    }

    /** Two standard deviations of the sampling, and what the sketch leaves open; as a share. */
    private static double error(double share, double countError, long total) {
        return 2 * Math.sqrt(Math.max(share, 1.0 / total) / total) + countError / total;
    }

    /** The keys that are split, or were above the threshold and aren't below half of it yet; most frequent first. */
    List<HotKey> hot() {
        List<HotKey> hot = new ArrayList<>();
        for (Candidate candidate : candidates.values()) {
            byte[] key = candidate.key;
            if (key != null) {
                hot.add(new HotKey(key, Math.min(1, candidate.share), candidate.error, candidate.ways));
            }
        }
        hot.sort(Comparator.comparingDouble(HotKey::share).reversed());
        return hot;
    }

    /** The tokens whose keys are not known yet. */
    long[] wanted() {
        return candidates.values().stream()
                .filter(candidate -> candidate.key == null)
                .mapToLong(candidate -> candidate.token)
                .toArray();
    }
}
