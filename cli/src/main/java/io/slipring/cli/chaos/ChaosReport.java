/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.cli.chaos;

import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * What a run found; its JSON form has exactly these fields.
 *
 * @param seed of the plan
 * @param minutes how long faults came, as asked for
 * @param seconds how long they really came, with the end of the last one
 * @param faults by kind, all kinds
 * @param faultsTotal their sum
 * @param ringChanges epochs published after the first
 * @param ringChangesByKind the same by kind
 * @param acknowledged records that the brokers acknowledged to the producers
 * @param records records in the input topic, by the recount; must be as many
 * @param keys their distinct keys
 * @param drained whether the application came to the end of everything before it was stopped
 * @param lost records that the application counted too few, in its output or its state, whichever is worse
 * @param duplicated records that it counted too many, likewise
 * @param mismatchedKeys keys whose result differs from the recount, in its output or its state
 * @param understatedOutputs updates with a lower record count than an earlier one of the same key
 * @param appExits how often an instance ended though nobody killed it; it was started again
 * @param longestGapMillis longest time that a partition with records pending went without progress
 * @param recoveryMedianMillis median over the SIGKILLs of one process, see {@link Recoveries}
 * @param recoveryMaxMillis the longest of them
 * @param recoveries by kind of fault
 * @param handoffs from an epoch's publication until every task was done with it, see {@link Handoffs}
 * @param handoffAfterRecoveryMaxMillis where a process was killed during a handoff: the longest time from the recovery to
 *     the end of the handoff
 */
@JsonPropertyOrder({
    "seed",
    "minutes",
    "seconds",
    "faults",
    "faultsTotal",
    "ringChanges",
    "ringChangesByKind",
    "acknowledged",
    "records",
    "keys",
    "drained",
    "lost",
    "duplicated",
    "mismatchedKeys",
    "understatedOutputs",
    "appExits",
    "longestGapMillis",
    "recoveryMedianMillis",
    "recoveryMaxMillis",
    "recoveries",
    "handoffs",
    "handoffAfterRecoveryMaxMillis"
})
record ChaosReport(
        long seed,
        double minutes,
        long seconds,
        Map<String, Integer> faults,
        int faultsTotal,
        int ringChanges,
        Map<String, Integer> ringChangesByKind,
        long acknowledged,
        long records,
        int keys,
        boolean drained,
        long lost,
        long duplicated,
        int mismatchedKeys,
        long understatedOutputs,
        int appExits,
        long longestGapMillis,
        long recoveryMedianMillis,
        long recoveryMaxMillis,
        Map<String, Times> recoveries,
        Times handoffs,
        long handoffAfterRecoveryMaxMillis) {

    /** Whether the promise was kept. */
    boolean exact() {
        return drained
                && acknowledged == records
                && lost == 0
                && duplicated == 0
                && mismatchedKeys == 0
                && understatedOutputs == 0;
    }

    /** For people. */
    List<String> lines() {
        List<String> lines = new ArrayList<>();
        lines.add(exact() ? "Exact." : "NOT exact.");
        lines.add(line("faults", "%d in %,d s: %s", faultsTotal, seconds, counts(faults)));
        lines.add(line("ring", "%d changes: %s", ringChanges, counts(ringChangesByKind)));
        lines.add(line("records", "%,d over %,d keys (%,d acknowledged)", records, keys, acknowledged));
        lines.add(line("lost", "%,d records", lost));
        lines.add(line("duplicated", "%,d records", duplicated));
        lines.add(
                line("mismatched", "%,d keys (output topic and state against a recount of the input)", mismatchedKeys));
        lines.add(line("understated", "%,d updates", understatedOutputs));
        lines.add(line("app exits", "%d", appExits));
        if (!drained) {
            lines.add(line("not drained", "the application did not come to the end of everything"));
        }
        lines.add(line("longest gap", "%,d ms without progress in a partition", longestGapMillis));
        lines.add(line(
                "recovery",
                "%,d ms median, %,d ms at most, after the SIGKILL of one process",
                recoveryMedianMillis,
                recoveryMaxMillis));
        recoveries.forEach((kind, times) -> lines.add(line(
                "",
                "%-18s %3d times, median %,6d ms, at most %,6d ms",
                kind,
                times.count(),
                times.medianMillis(),
                times.maxMillis())));
        lines.add(line(
                "handoffs",
                "%d, median %,d ms, at most %,d ms; at most %,d ms after the recovery from a SIGKILL",
                handoffs.count(),
                handoffs.medianMillis(),
                handoffs.maxMillis(),
                handoffAfterRecoveryMaxMillis));
        return lines;
    }

    private static String counts(Map<String, Integer> counts) {
        List<String> parts = new ArrayList<>();
        counts.forEach((kind, count) -> parts.add(kind + " " + count));
        return String.join(", ", parts);
    }

    private static String line(String name, String format, Object... values) {
        return "  %-12s".formatted(name) + String.format(Locale.ROOT, format, values);
    }
}
