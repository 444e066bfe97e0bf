/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.processor.core;

/**
 * Bounds on what a core does at once.
 *
 * @param combinerEntries keys in the combiner before it is drained early; at least 1
 * @param transferBytes bytes of partials in one transfer before it is sent, or on the heap while updates are released; a larger
 *     partial travels alone
 * @param handoffBytesPerSecond bytes of home state shipped per second; at least 1
 * @param tickNanos time that the ticks of a thread's tasks may spend on handoffs in one turn while records are waiting
 * @param idleTickNanos the same while none are
 * @param checksHandoffs whether what a handoff brings is checked; only simulations that must find faults by other means go
 *     without
 */
public record Limits(
        int combinerEntries,
        int transferBytes,
        long handoffBytesPerSecond,
        long tickNanos,
        long idleTickNanos,
        boolean checksHandoffs) {
    public Limits {
        atLeastOne("combinerEntries", combinerEntries);
        atLeastOne("transferBytes", transferBytes);
        atLeastOne("handoffBytesPerSecond", handoffBytesPerSecond);
        atLeastOne("tickNanos", tickNanos);
        atLeastOne("idleTickNanos", idleTickNanos);
    }

    private static void atLeastOne(String name, long value) {
        if (value < 1) {
            throw new IllegalArgumentException(name + " must be >= 1, was " + value);
        }
    }
}
