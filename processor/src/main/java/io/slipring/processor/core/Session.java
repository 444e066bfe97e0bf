/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.processor.core;

/**
 * Records of a key of which none is further than the gap from the next.
 *
 * @param start timestamp of the first
 * @param end timestamp of the last
 * @param records how many there are; at least 1
 * @param aggregate consists of this session alone
 */
public record Session<A>(long start, long end, long records, A aggregate) {
    boolean hasBoundsOf(Session<?> other) {
        return start == other.start && end == other.end;
    }
}
