/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.hotkeys;

/**
 * When a key is hot, and over how many shards it belongs then. No piece of a split key is to take more than a given part of
 * what a shard gets when all get the same.
 *
 * @param part that part, above 0 and at most 1
 */
public record SplitRule(double part) {

    /** The part unless set otherwise: an eighth of a shard's even load. */
    public static final double DEFAULT_PART = 0.125;

    /** The rule with the default part. */
    public static final SplitRule DEFAULT = new SplitRule(DEFAULT_PART);

    public SplitRule {
        if (!(part > 0 && part <= 1)) {
            throw new IllegalArgumentException("part must be above 0 and at most 1, was " + part);
        }
    }

    /**
     * Returns the share of all records above which a key is hot.
     *
     * @param shards at least 1
     */
    public double threshold(int shards) {
        return part / shards;
    }

    /**
     * Returns over how many shards a key belongs.
     *
     * @param share of all records, 0 to 1
     * @param shards at least 1
     * @return 1, which means not split, to {@code shards}
     */
    public int ways(double share, int shards) {
        return (int) Math.max(1, Math.min(shards, Math.ceil(share / threshold(shards))));
    }
}
