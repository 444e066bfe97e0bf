/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.cli.progress;

import io.slipring.ring.source.Deadline;
import java.time.Duration;
import java.util.function.Consumer;

/** Waits until applications have reached the newest epoch of their rings and nothing of it is under way. */
public final class Settling {
    private Settling() {}

    /**
     * Waits.
     *
     * @param interval between two looks
     * @param seen called with what each look found
     * @return what the last look found: settled, unless the deadline has passed
     */
    public static ClusterStatus await(
            StatusReader reader,
            Selection selection,
            Deadline deadline,
            Duration interval,
            Consumer<? super ClusterStatus> seen) {
        while (true) {
            ClusterStatus now = ClusterStatus.of(reader.progress(), selection);
            seen.accept(now);
            if (now.progress().settled() || deadline.passed()) {
                return now;
            }
            deadline.pause(interval);
        }
    }
}
