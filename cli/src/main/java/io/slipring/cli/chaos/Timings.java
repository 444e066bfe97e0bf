/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.cli.chaos;

import io.slipring.cli.chaos.Handoffs.Handoff;
import io.slipring.cli.chaos.Recoveries.Recovery;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * How long things took.
 *
 * @param singleKills recoveries from SIGKILLs of one process
 * @param recoveries by kind of fault, all kinds
 * @param handoffs those that ended
 * @param handoffAfterRecoveryMaxMillis from the recovery after such a SIGKILL to the end of a handoff that it fell into; 0 if
 *     none
 */
record Timings(Times singleKills, Map<String, Times> recoveries, Times handoffs, long handoffAfterRecoveryMaxMillis) {
    static Timings of(List<Recovery> recoveries, List<Handoff> handoffs) {
        List<Recovery> kills = recoveries.stream()
                .filter(recovery -> recovery.kind().isSingleKill())
                .toList();
        List<Handoff> ended = handoffs.stream()
                .filter(handoff -> handoff.endNanos().isPresent())
                .toList();
        Map<String, Times> byKind = new LinkedHashMap<>();
        for (FaultKind kind : FaultKind.values()) {
            byKind.put(
                    kind.label(),
                    Times.of(recoveries.stream()
                            .filter(recovery -> recovery.kind() == kind)
                            .map(Recovery::duration)
                            .toList()));
        }
        return new Timings(
                Times.of(kills.stream().map(Recovery::duration).toList()),
                byKind,
                Times.of(ended.stream().map(Handoff::duration).toList()),
                afterRecovery(kills, ended));
    }

    private static long afterRecovery(List<Recovery> kills, List<Handoff> handoffs) {
        long longest = 0;
        for (Recovery kill : kills) {
            for (Handoff handoff : handoffs) {
                long end = handoff.endNanos().orElseThrow();
                if (handoff.publishedNanos() <= kill.startNanos() && end > kill.startNanos()) {
                    longest = Math.max(longest, end - kill.endNanos());
                }
            }
        }
        return TimeUnit.NANOSECONDS.toMillis(longest);
    }
}
