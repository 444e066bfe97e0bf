/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.cli.progress;

import io.slipring.ring.Epoch;
import io.slipring.ring.Ring;
import io.slipring.ring.source.ControlSnapshot;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.stream.Stream;

/**
 * Where the rings of a cluster and their applications stand. Computed without I/O.
 *
 * @param rings those that were asked for, in order of their names
 * @param notes what could not be read or asked, each in one line
 */
public record ClusterStatus(List<RingStatus> rings, List<String> notes) {
    public ClusterStatus {
        rings = List.copyOf(rings);
        notes = List.copyOf(notes);
    }

    /**
     * Judges what was found out.
     *
     * @throws io.slipring.errors.RingNotFoundException if the ring asked for does not exist; names those that there are
     * @throws io.slipring.cli.command.CommandFailure if the application does not exist, in the same way
     */
    public static ClusterStatus of(StatusFacts facts, Selection selection) {
        ControlSnapshot control = facts.control();
        List<RingStatus> rings = new ArrayList<>();
        List<String> notes = new ArrayList<>();
        control.refused().forEach((key, reason) -> notes.add("unreadable: " + key + ": " + reason));
        for (String name : selection.rings(control)) {
            NavigableMap<Epoch, Ring> epochs =
                    Objects.requireNonNull(control.rings().get(name));
            List<AppStatus> apps = new ArrayList<>();
            selection.apps(control, name).forEach(app -> {
                apps.add(AppStatus.of(app, epochs, facts));
                GroupFacts group = facts.groups().get(app.getApplicationId());
                if (group != null) {
                    notes.addAll(group.refusals());
                }
            });
            rings.add(new RingStatus(epochs.lastEntry().getValue(), apps));
        }
        return new ClusterStatus(rings, notes.stream().distinct().toList());
    }

    private Stream<AppStatus> apps() {
        return rings.stream().flatMap(ring -> ring.apps().stream());
    }

    /** How far all handoffs together are. */
    public HandoffProgress progress() {
        return apps().map(AppStatus::progress).reduce(new HandoffProgress(0, 0, true), HandoffProgress::plus);
    }

    /** Time until the last application has shipped its last byte; empty if that is not known of one that is not done. */
    public OptionalLong etaMs() {
        if (apps().anyMatch(app -> app.etaMs().isEmpty())) {
            return OptionalLong.empty();
        }
        return apps().mapToLong(app -> app.etaMs().orElse(0)).max();
    }

    /** What each application lacks that is not settled, in one line each. */
    public List<String> lacks() {
        return rings.stream()
                .flatMap(ring -> ring.apps().stream()
                        .filter(app -> !app.progress().settled())
                        .map(app -> "application " + app.app().getApplicationId() + " is not at epoch "
                                + ring.ring().epoch().value() + " of ring "
                                + ring.ring().name() + ": " + String.join("; ", app.lacks())))
                .toList();
    }
}
