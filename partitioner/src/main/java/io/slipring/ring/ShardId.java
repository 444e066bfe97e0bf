/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.ring;

/**
 * The name of a shard; never used again for another shard of the same ring.
 *
 * @param value at least 0
 */
public record ShardId(int value) implements Comparable<ShardId> {

    public ShardId {
        if (value < 0) {
            throw new IllegalArgumentException("shard id must be >= 0, was " + value);
        }
    }

    @Override
    public int compareTo(ShardId other) {
        return Integer.compare(value, other.value);
    }

    @Override
    public String toString() {
        return Integer.toString(value);
    }
}
