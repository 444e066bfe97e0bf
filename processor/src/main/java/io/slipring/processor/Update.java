/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.processor;

/**
 * A key's aggregate after a change.
 *
 * @param value aggregate over all the key's records so far
 * @param records their number, at least 1; of two updates of a key the later one never has fewer
 * @param timestamp the largest of their timestamps, in milliseconds since the Unix epoch
 * @param <A> aggregate
 */
public record Update<A>(A value, long records, long timestamp) {
    public Update {
        if (records < 1) {
            throw new IllegalArgumentException("records must be >= 1, was " + records);
        }
    }
}
