/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.cli.chaos;

import io.slipring.ring.Ring;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * The plan of a run, for people: how far it gets depends on how long the faults take.
 *
 * @param settings of the run
 */
record ChaosPlan(ChaosSettings settings) {
    private static final Duration FAULT = Duration.ofSeconds(10);

    List<String> lines() {
        List<String> lines = new ArrayList<>();
        FaultPlan faults = settings.faults();
        Duration at = Duration.ZERO;
        while (at.compareTo(settings.duration()) < 0 && lines.size() < settings.maxFaults()) {
            Fault fault = faults.next();
            at = at.plus(fault.pause()).plus(FAULT);
            lines.add(line(fault.pause(), fault.describe()));
        }
        Duration end = at;
        Ring first = ChaosCluster.firstRing();
        RingPlan changes = settings.ringChanges(first);
        RingStep step = changes.next();
        for (at = step.pause(); at.compareTo(end) < 0; at = at.plus(step.pause())) {
            lines.add(line(step.pause(), "ring: " + step.what()));
            step = changes.next();
        }
        return lines;
    }

    private static String line(Duration pause, String what) {
        return String.format(Locale.ROOT, "after %5.1f s  %s", pause.toMillis() / 1e3, what);
    }
}
