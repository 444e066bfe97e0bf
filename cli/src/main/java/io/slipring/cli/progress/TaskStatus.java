/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.cli.progress;

import java.util.OptionalDouble;
import java.util.OptionalLong;

/**
 * Where a task stands.
 *
 * @param backlog what it has yet to do
 * @param ageMs age of its last report; empty if it never reported
 * @param shippedBytesPerSecond home state that it ships; empty if that is not known
 * @param recordsPerSecond source records that it consumes; empty if that is not known
 * @param sourceLag offsets to be consumed of the source topics; empty if that is not known
 * @param transferLag offsets to be consumed of the transfer topic; empty if that is not known
 */
public record TaskStatus(
        TaskBacklog backlog,
        OptionalLong ageMs,
        OptionalDouble shippedBytesPerSecond,
        OptionalDouble recordsPerSecond,
        OptionalLong sourceLag,
        OptionalLong transferLag) {
    /** A running task reports every 15 s at least, so two reports and some were missed. */
    static final long STALE_MS = 40_000;

    /** How old a report may be for its pace to be that of now: no report has been missed yet. */
    static final long CURRENT_MS = 20_000;

    /** Whether it has reported, but not for so long that it can't be running. */
    public boolean isStale() {
        return ageMs.isPresent() && ageMs.getAsLong() > STALE_MS;
    }

    /** What keeps it from being settled, in a few words. */
    public String lack() {
        String task = "partition " + backlog.partition() + " ";
        if (backlog.report().isEmpty()) {
            return task + "never reported";
        }
        String age = isStale() ? ", no report for " + Amounts.duration(ageMs.orElse(0)) : "";
        if (!backlog.adopted()) {
            return task + "at epoch " + backlog.report().orElseThrow().getEpoch() + age;
        }
        return task + "has " + backlog.toShip() + " vnodes to ship, " + backlog.awaited() + " awaited, "
                + backlog.releasing() + " releasing" + age;
    }
}
