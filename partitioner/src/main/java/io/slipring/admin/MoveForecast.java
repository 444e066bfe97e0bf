/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.admin;

import io.slipring.ring.Ring;
import io.slipring.ring.RingDiff;
import io.slipring.ring.Tokens;
import io.slipring.ring.source.ControlSnapshot;
import io.slipring.schemas.AppRegistration;
import io.slipring.schemas.TaskProgress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What a change of a ring will move, by what the tasks last reported: of each task's entries and bytes, the part of its
 * vnodes that it loses. Computed without I/O; immutable.
 *
 * @param moves by ascending (from, to)
 * @param expected how long the slowest task needs at the applications' configured rates; empty if one did not say its rate
 * @param unreported tasks that lose vnodes but have not reported, as {@code application/partition}; their state is not counted
 * @param unfinished tasks that lose vnodes while a former handoff is not finished, in the same form; their part is a guess
 */
public record MoveForecast(
        List<Move> moves, Optional<Duration> expected, List<String> unreported, List<String> unfinished) {
    public MoveForecast {
        moves = List.copyOf(moves);
        unreported = List.copyOf(unreported);
        unfinished = List.copyOf(unfinished);
    }

    /**
     * What goes from one partition to another.
     *
     * @param vnodes at least 1
     * @param keyShare the part of all keys that is expected in them, 0 to 1
     * @param entries home entries of all applications, forecast
     * @param bytes key and value bytes of those
     */
    public record Move(int fromPartition, int toPartition, int vnodes, double keyShare, long entries, long bytes) {}

    /** Forecasts a change of a ring for the applications that are registered with it. */
    public static MoveForecast of(Ring before, Ring after, ControlSnapshot snapshot) {
        return new Forecaster(before, snapshot).forecast(RingDiff.between(before, after));
    }

    /** Entries of all moves. */
    public long entries() {
        return moves.stream().mapToLong(Move::entries).sum();
    }

    /** Bytes of all moves. */
    public long bytes() {
        return moves.stream().mapToLong(Move::bytes).sum();
    }

    private static final class Forecaster {
        private final Ring before;
        private final int[] owned;
        private final Map<AppRegistration, Map<Integer, TaskProgress>> apps = new HashMap<>();
        private final List<String> unreported = new ArrayList<>();
        private final List<String> unfinished = new ArrayList<>();
        private boolean rateUnknown;
        private double seconds;

        Forecaster(Ring before, ControlSnapshot snapshot) {
            this.before = before;
            this.owned = new int[before.requiredPartitions()];
            for (int vnode = 0; vnode < Tokens.VNODES; vnode++) {
                owned[before.partitionOfVnode(vnode)]++;
            }
            for (AppRegistration app : snapshot.apps(before.name())) {
                Map<Integer, TaskProgress> tasks = new HashMap<>();
                snapshot.tasks(before.name(), app.getApplicationId())
                        .forEach(task -> tasks.put(task.getPartition(), task));
                apps.put(app, tasks);
            }
        }

        MoveForecast forecast(RingDiff diff) {
            List<Move> moves = new ArrayList<>();
            SortedMap<Integer, Integer> lost = new TreeMap<>();
            for (RingDiff.Move move : diff.moves()) {
                lost.merge(move.fromPartition(), move.size(), Integer::sum);
                double part = (double) move.size() / owned[move.fromPartition()];
                double entries = 0;
                double bytes = 0;
                for (Map<Integer, TaskProgress> tasks : apps.values()) {
                    TaskProgress task = tasks.get(move.fromPartition());
                    entries += task == null ? 0 : part * task.getHomeEntries();
                    bytes += task == null ? 0 : part * task.getHomeBytes();
                }
                moves.add(new Move(
                        move.fromPartition(),
                        move.toPartition(),
                        move.size(),
                        (double) move.size() / Tokens.VNODES,
                        Math.round(entries),
                        Math.round(bytes)));
            }
            lost.forEach(this::lookAt);
            return new MoveForecast(
                    moves,
                    rateUnknown ? Optional.empty() : Optional.of(Duration.ofMillis(Math.round(seconds * 1000))),
                    unreported,
                    unfinished);
        }

        private void lookAt(int donor, int lost) {
            double part = (double) lost / owned[donor];
            apps.forEach((app, tasks) -> {
                TaskProgress task = tasks.get(donor);
                String name = app.getApplicationId() + "/" + donor;
                if (task == null) {
                    unreported.add(name);
                    return;
                }
                if (task.getEpoch() < before.epoch().value() || task.getVnodesToShip() + task.getVnodesAwaited() > 0) {
                    unfinished.add(name);
                }
                long rate = app.getHandoffBytesPerSecond();
                rateUnknown |= rate <= 0;
                seconds = Math.max(seconds, rate <= 0 ? 0 : part * task.getHomeBytes() / rate);
            });
        }
    }
}
