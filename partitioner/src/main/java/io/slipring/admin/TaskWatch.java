/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.admin;

import io.slipring.ring.Ring;
import io.slipring.ring.source.ControlFollower;
import io.slipring.ring.source.ControlSnapshot;
import io.slipring.ring.source.ControlTopicConfig;
import io.slipring.ring.source.Deadline;
import io.slipring.schemas.TaskProgress;
import java.time.Duration;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Waits until the applications that run have a task for each partition that a ring routes to, so that the first records of a
 * new partition find it at work. What counts is a task's report, whatever it says.
 *
 * <p>Nobody's correctness hangs on it: a record waits in its partition for as long as it has to. So it ends after a while
 * with a warning, rather than have an ailing application stop a change of the ring, or one that has just been stopped: with
 * the classic protocol its members stay in the group until their sessions end. Thread-safe.
 */
final class TaskWatch {
    private static final Logger LOG = LoggerFactory.getLogger(TaskWatch.class);
    static final Duration PATIENCE = Duration.ofSeconds(10);
    private static final Duration PAUSE = Duration.ofMillis(100);

    private final ControlTopicConfig control;
    private final StreamsGroups groups;

    TaskWatch(ControlTopicConfig control, StreamsGroups groups) {
        this.control = control;
        this.groups = groups;
    }

    /**
     * Waits for the tasks.
     *
     * @param applications those whose group has no members are not waited for
     * @param deadline of the whole change; at most half of what is left of it is waited for, and its end is no failure
     */
    void await(Ring next, Set<String> applications, Deadline deadline) {
        if (applications.isEmpty()) {
            return;
        }
        Deadline end =
                Deadline.in(min(PATIENCE, deadline.remaining().dividedBy(2).plusMillis(1)));
        try (ControlFollower follower = ControlFollower.open(control, report -> {})) {
            while (true) {
                SortedMap<String, SortedSet<Integer>> without = without(next, applications, follower.read());
                without.keySet().removeIf(application -> groups.isEmpty(application, Deadline.in(control.timeout())));
                if (without.isEmpty()) {
                    return;
                }
                if (end.passed()) {
                    LOG.warn(
                            "Publishing before all new partitions have a task; their records wait for it ring={} epoch={}"
                                    + " without={}",
                            next.name(),
                            next.epoch(),
                            without);
                    return;
                }
                end.pause(PAUSE);
            }
        }
    }

    /** By application, the partitions that the ring routes to and no task has reported from. */
    private static SortedMap<String, SortedSet<Integer>> without(
            Ring next, Set<String> applications, ControlSnapshot snapshot) {
        SortedMap<String, SortedSet<Integer>> without = new TreeMap<>();
        for (String application : applications) {
            Set<Integer> reported = snapshot.tasks(next.name(), application).stream()
                    .map(TaskProgress::getPartition)
                    .collect(Collectors.toSet());
            SortedSet<Integer> missing = new TreeSet<>();
            for (int partition = 0; partition < next.requiredPartitions(); partition++) {
                if (!reported.contains(partition)
                        && !next.vnodesOfPartition(partition).isEmpty()) {
                    missing.add(partition);
                }
            }
            if (!missing.isEmpty()) {
                without.put(application, missing);
            }
        }
        return without;
    }

    private static Duration min(Duration one, Duration other) {
        return one.compareTo(other) < 0 ? one : other;
    }
}
