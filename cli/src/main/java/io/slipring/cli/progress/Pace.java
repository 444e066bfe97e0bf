/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.cli.progress;

import java.time.Duration;

/**
 * What a task did between two of its reports.
 *
 * @param over time between the reports; positive
 * @param shippedBytes home state shipped by handoffs
 * @param consumed source records
 * @param foreign those of them that the task did not own
 */
public record Pace(Duration over, long shippedBytes, long consumed, long foreign) {
    /** Home state shipped per second. */
    public double shippedBytesPerSecond() {
        return perSecond(shippedBytes);
    }

    /** Source records consumed per second. */
    public double recordsPerSecond() {
        return perSecond(consumed);
    }

    private double perSecond(long amount) {
        return amount * 1_000.0 / over.toMillis();
    }
}
