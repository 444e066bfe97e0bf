/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.cli.doctor;

import io.slipring.cli.progress.GroupFacts;
import io.slipring.cli.progress.Pace;
import io.slipring.cli.progress.TaskId;
import io.slipring.ring.Ring;
import io.slipring.ring.source.ControlSnapshot;
import io.slipring.schemas.AppRegistration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * What was found out, for the checks to judge.
 *
 * @param control what the control topic holds; nothing if it can't be read
 * @param rings names of the rings to be checked
 * @param topics topics of rings and applications, and the control topic, that exist
 * @param missing those of them that don't
 * @param paces what the tasks did of late
 * @param groups consumer groups by application id
 * @param refusals what the cluster would not tell
 * @param file settings to be checked, if any were given
 * @param nowMs milliseconds since the epoch
 */
record Facts(
        Cluster cluster,
        ControlSnapshot control,
        Set<String> rings,
        Map<String, TopicFacts> topics,
        Set<String> missing,
        Map<TaskId, Pace> paces,
        Map<String, GroupFacts> groups,
        List<Refusal> refusals,
        Optional<SettingsFile> file,
        long nowMs) {
    /**
     * Something that the cluster would not tell.
     *
     * @param asked what it was asked for
     * @param reason its answer
     */
    record Refusal(String asked, String reason) {}

    Facts {
        rings = Set.copyOf(rings);
        topics = new TreeMap<>(topics);
        missing = Set.copyOf(missing);
        paces = Map.copyOf(paces);
        groups = Map.copyOf(groups);
        refusals = List.copyOf(refusals);
    }

    /** Newest epoch of each ring to be checked, by name. */
    List<Ring> newest() {
        return rings.stream().sorted().map(control::ring).toList();
    }

    /** Applications bound to them, by ring and id. */
    List<AppRegistration> apps() {
        return rings.stream()
                .sorted()
                .flatMap(ring -> control.apps(ring).stream())
                .toList();
    }
}
