/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.processor.core;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** What went out of a key's sessions. */
final class SimSessions {
    private final Windowing windows;
    /** The last of each pair of bounds, unless it was retracted. */
    private final Map<Bounds, Long> shown = new HashMap<>();

    private final List<Mask.Part> finals = new ArrayList<>();

    SimSessions(Windowing windows) {
        this.windows = windows;
    }

    private record Bounds(long start, long end) {
        static Bounds of(Mask.Part session) {
            return new Bounds(session.start(), session.end());
        }
    }

    /** @param strays records that may be in a session apart from those that they are close to */
    void emitted(Mask.Part session, long strays) {
        if (!windows.finalOnly()) {
            shown.put(Bounds.of(session), session.bits());
            return;
        }
        for (Mask.Part earlier : finals) {
            Violation.unless((earlier.bits() & session.bits()) == 0, "%s and %s are final", earlier, session);
            boolean stray = ((earlier.bits() | session.bits()) & strays) != 0;
            Violation.unless(
                    stray || !earlier.joins(session, windows.cells().size()),
                    "%s is final, but %s was, which it belongs to",
                    session,
                    earlier);
        }
        finals.add(session);
    }

    void retracted(Mask.Part session) {
        Violation.unless(
                !windows.finalOnly() && shown.remove(Bounds.of(session)) != null,
                "%s was retracted, but of it nothing was emitted",
                session);
    }

    /** Checks an entry that owes no update. */
    void checkSettled(List<Mask.Part> sessions) {
        if (!windows.finalOnly()) {
            for (Mask.Part session : sessions) {
                long last = shown.getOrDefault(Bounds.of(session), 0L);
                Violation.unless(last == session.bits(), "%s is there, but its last update has %x", session, last);
            }
        }
    }

    /** Checks that of what was emitted and not retracted everything is there as it was, or nothing. */
    void checkShown(long found, List<Mask.Part> sessions) {
        shown.forEach((bounds, bits) -> Violation.unless(
                (bits & found) == 0 || sessions.contains(new Mask.Part(bounds.start, bounds.end, bits)),
                "%s with %x was emitted and not retracted, but there is %s",
                bounds,
                bits,
                sessions));
    }

    /** Checks that nothing went out as final before it was over by a time. */
    void checkOver(long time) {
        finals.forEach(session -> Violation.unless(
                windows.cells().overAt(session.end()) <= time,
                "%s has a final result too early, at %d",
                session,
                time));
    }
}
