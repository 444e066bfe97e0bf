/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.cli.chaos;

import io.slipring.ring.Ring;
import java.time.Duration;

/**
 * How chaos is made.
 *
 * @param minutes how long faults come; above 0
 * @param maxFaults after how many of them no more come; 1 or more
 * @param seed of the plan and of the records
 * @param rate records a second, over all producers; above 0
 * @param keys distinct keys; 1 or more
 * @param ringPause least pause between two changes of the ring that are not of a burst; the largest is three times as long
 * @param groupProtocol of the application: classic or streams
 */
record ChaosSettings(
        double minutes, int maxFaults, long seed, double rate, int keys, Duration ringPause, String groupProtocol) {
    static final int BROKERS = 3;
    static final int INSTANCES = 3;
    static final int SHARDS = 3;
    static final int MAX_SHARDS = 6;

    /** After which the brokers take a silent instance for dead. */
    static final Duration SESSION_TIMEOUT = Duration.ofSeconds(6);

    /** After which the brokers abort the transaction of a silent instance. */
    static final Duration TRANSACTION_TIMEOUT = Duration.ofSeconds(10);

    /** Checks the ranges. */
    ChaosSettings {
        if (!(minutes > 0)) {
            throw new IllegalArgumentException("minutes must be > 0, was " + minutes);
        }
        if (maxFaults < 1) {
            throw new IllegalArgumentException("faults must be >= 1, was " + maxFaults);
        }
        if (ringPause.isNegative() || ringPause.isZero()) {
            throw new IllegalArgumentException(
                    "the pause between ring changes must be > 0 ms, was " + ringPause.toMillis());
        }
        if (!(rate > 0)) {
            throw new IllegalArgumentException("rate must be > 0 records per second, was " + rate);
        }
        if (!groupProtocol.equals("classic") && !groupProtocol.equals("streams")) {
            throw new IllegalArgumentException("the group protocol must be classic or streams, was " + groupProtocol);
        }
        if (keys < 1) {
            throw new IllegalArgumentException("keys must be >= 1, was " + keys);
        }
    }

    Duration duration() {
        return Duration.ofMillis(Math.round(minutes * 60_000));
    }

    /** How long a frozen instance is at least frozen. */
    static Duration takeover() {
        return SESSION_TIMEOUT.plusSeconds(3);
    }

    FaultPlan faults() {
        return new FaultPlan(seed, INSTANCES, BROKERS, takeover());
    }

    RingPlan ringChanges(Ring first) {
        return new RingPlan(seed, first, MAX_SHARDS, ringPause);
    }
}
