/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.cli.progress;

import io.slipring.ring.Epoch;
import io.slipring.ring.Ring;
import io.slipring.ring.RingDiff;
import io.slipring.schemas.TaskProgress;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * What a task has yet to do until it is at the newest epoch with nothing under way. A task that has not adopted an epoch
 * yet has everything before it that the epoch asks of it.
 *
 * @param partition the task's partition
 * @param report its last report; empty if it never reported
 * @param adopted whether it has adopted the newest epoch
 * @param toShip vnodes to be sent
 * @param awaited vnodes to be received
 * @param releasing received vnodes whose held updates are being emitted
 * @param bytesToShip home state to be sent: an estimate, which takes all vnodes of the task to be of one size
 */
public record TaskBacklog(
        int partition,
        Optional<TaskProgress> report,
        boolean adopted,
        int toShip,
        int awaited,
        int releasing,
        long bytesToShip) {
    /**
     * Computes the backlog of every task of an application: those that the newest epoch needs, and what others have reported.
     *
     * @param epochs epochs of the ring that are known; not empty
     * @param tasks the last report of each task
     * @return by ascending partition
     */
    public static List<TaskBacklog> of(NavigableMap<Epoch, Ring> epochs, Collection<TaskProgress> tasks) {
        return new Calculation(epochs, tasks).all();
    }

    /** Everything that is left, counted in vnodes. */
    public long left() {
        return (long) toShip + awaited + releasing;
    }

    /** Whether nothing is left to do. */
    public boolean settled() {
        return adopted && left() == 0;
    }

    private static final class Calculation {
        private final NavigableMap<Epoch, Ring> epochs;
        private final Map<Integer, TaskProgress> reports = new HashMap<>();
        private final Map<Epoch, RingDiff> changes = new HashMap<>();
        private final Ring newest;
        private final Epoch lowestAdopted;

        Calculation(NavigableMap<Epoch, Ring> epochs, Collection<TaskProgress> tasks) {
            this.epochs = epochs;
            this.newest = epochs.lastEntry().getValue();
            tasks.forEach(task -> reports.put(task.getPartition(), task));
            this.lowestAdopted = tasks.stream()
                    .filter(task -> task.getEpoch() >= Epoch.FIRST.value())
                    .map(task -> new Epoch(task.getEpoch()))
                    .min(Epoch::compareTo)
                    .orElse(newest.epoch());
        }

        List<TaskBacklog> all() {
            TreeSet<Integer> partitions = new TreeSet<>(reports.keySet());
            for (int partition = 0; partition < newest.requiredPartitions(); partition++) {
                partitions.add(partition);
            }
            List<TaskBacklog> all = new ArrayList<>();
            partitions.forEach(partition -> all.add(of(partition, reports.get(partition))));
            return all;
        }

        private TaskBacklog of(int partition, @Nullable TaskProgress report) {
            if (report == null || report.getEpoch() < Epoch.FIRST.value()) {
                Upcoming upcoming = upcoming(partition, startOf(partition));
                return new TaskBacklog(
                        partition, Optional.ofNullable(report), false, upcoming.lost, upcoming.gained, 0, 0);
            }
            Epoch adopted = new Epoch(report.getEpoch());
            Upcoming upcoming = upcoming(partition, adopted);
            int toShip = report.getVnodesToShip() + upcoming.lost;
            return new TaskBacklog(
                    partition,
                    Optional.of(report),
                    adopted.compareTo(newest.epoch()) >= 0,
                    toShip,
                    report.getVnodesAwaited() + upcoming.gained,
                    report.getVnodesReleasing(),
                    bytes(report, adopted, toShip));
        }

        /** A task of which nothing is known is taken to be as far as the last of the others, or as its partition is old. */
        private Epoch startOf(int partition) {
            Map.Entry<Epoch, Ring> previous = epochs.lowerEntry(newest.epoch());
            boolean isNew = previous != null && partition >= previous.getValue().requiredPartitions();
            return isNew ? previous.getKey() : lowestAdopted;
        }

        private record Upcoming(int lost, int gained) {}

        private Upcoming upcoming(int partition, Epoch from) {
            int lost = 0;
            int gained = 0;
            for (Epoch epoch : new TreeMap<>(epochs.tailMap(from, false)).keySet()) {
                RingDiff change = change(epoch);
                lost += change.lostBy(partition).size();
                gained += change.gainedBy(partition).size();
            }
            return new Upcoming(lost, gained);
        }

        private RingDiff change(Epoch epoch) {
            return changes.computeIfAbsent(epoch, to -> {
                Ring after = Objects.requireNonNull(epochs.get(to));
                Map.Entry<Epoch, Ring> before = epochs.lowerEntry(to);
                return RingDiff.between(before == null ? after : before.getValue(), after);
            });
        }

        private long bytes(TaskProgress report, Epoch adopted, int toShip) {
            Map.Entry<Epoch, Ring> at = epochs.floorEntry(adopted);
            if (toShip == 0 || at == null) {
                return 0;
            }
            int owned = at.getValue().vnodesOfPartition(report.getPartition()).size();
            int held = Math.max(toShip, owned + report.getVnodesToShip() - report.getVnodesAwaited());
            return Math.round((double) report.getHomeBytes() * toShip / held);
        }
    }
}
