/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.processor.aggregate;

/**
 * A key's records of which none is further than the gap from the next, and their aggregate.
 *
 * @param start timestamp of the first, in milliseconds since the Unix epoch
 * @param end timestamp of the last
 * @param records how many there are; at least 1
 */
public record Session<A>(long start, long end, long records, A aggregate) {
    public Session {
        if (start > end || records < 1) {
            throw new IllegalArgumentException(
                    "a session must have start <= end and records >= 1, had " + start + ", " + end + " and " + records);
        }
    }
}
