/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.processor.audit;

import java.util.ArrayList;
import java.util.List;

/**
 * What recent cuts had in common. A cut can be wrong about a busy application in two ways: the log cleaner may have taken a
 * record away after the reader began and before it came there, until the reader gets to the newer one; and a key may be seen
 * with both sides of a handoff that was completed between their ledgers. Neither outlasts the next cut, so a finding counts
 * once it is there with the same difference in {@value #CUTS} cuts in succession.
 */
final class Suspicions {
    static final int CUTS = 3;

    private List<Suspicion> last = List.of();

    private record Suspicion(Finding finding, int cuts) {}

    /** What is known after a cut. */
    enum Verdict {
        /** Nothing is wrong. */
        EXACT,
        /** Something is wrong. */
        DIFFERENT,
        /** Only another cut can tell. */
        OPEN
    }

    /** Takes note of a cut's findings. */
    Verdict add(List<Finding> findings) {
        List<Suspicion> now = new ArrayList<>();
        boolean fleeting = true;
        boolean confirmed = false;
        for (Finding finding : findings) {
            int cuts = 1;
            boolean known = false;
            for (Suspicion earlier : last) {
                if (earlier.finding().isSameAs(finding)) {
                    known = true;
                    cuts = earlier.finding().difference() == finding.difference() ? earlier.cuts() + 1 : 1;
                }
            }
            now.add(new Suspicion(finding, cuts));
            confirmed |= cuts >= CUTS;
            fleeting &= finding.kind() == Finding.Kind.TWO_STORES && !known;
        }
        boolean first = last.isEmpty();
        last = now;
        if (findings.isEmpty() || (fleeting && !first)) {
            return Verdict.EXACT;
        }
        return confirmed ? Verdict.DIFFERENT : Verdict.OPEN;
    }

    /** Findings of the last cut that count; if there are none, all of the last cut. */
    List<Finding> findings() {
        List<Finding> confirmed = last.stream()
                .filter(suspicion -> suspicion.cuts() >= CUTS)
                .map(Suspicion::finding)
                .toList();
        return confirmed.isEmpty() ? last.stream().map(Suspicion::finding).toList() : confirmed;
    }
}
