/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.cli.doctor;

import io.slipring.ring.Epoch;
import io.slipring.ring.Ring;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableMap;

/** Every epoch must be there and readable: tasks adopt them one by one. */
final class DefinitionsCheck implements Check {
    @Override
    public List<Finding> of(Facts facts) {
        List<Finding> findings = new ArrayList<>();
        facts.control()
                .refused()
                .forEach((key, reason) -> findings.add(new Finding(
                        key.startsWith("task/") ? Severity.WARNING : Severity.ERROR,
                        "unreadable",
                        "topic " + facts.cluster().controlTopic(),
                        key + ": " + reason,
                        "if a newer version wrote it, upgrade this one; else write that key anew: `ring describe --export`"
                                + " of a client that still runs has the rings, applications register anew when they"
                                + " start")));
        facts.control().rings().forEach((name, epochs) -> {
            if (facts.rings().contains(name)) {
                gaps(name, epochs, facts.cluster(), findings);
            }
        });
        return findings;
    }

    private static void gaps(String name, NavigableMap<Epoch, Ring> epochs, Cluster cluster, List<Finding> findings) {
        List<Integer> missing = new ArrayList<>();
        for (int epoch = Epoch.FIRST.value(); epoch < epochs.lastKey().value(); epoch++) {
            if (!epochs.containsKey(new Epoch(epoch))) {
                missing.add(epoch);
            }
        }
        if (!missing.isEmpty()) {
            findings.add(new Finding(
                    Severity.ERROR,
                    "epoch-gap",
                    "ring " + name,
                    "epochs " + missing + " are missing below the newest, "
                            + epochs.lastKey().value() + "; a task that is not past them can't go on",
                    "write them back to topic " + cluster.controlTopic()
                            + " from a file that 'ring describe --export' made before they were lost"));
        }
    }
}
