/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.cli.chaos;

import io.slipring.ring.Ring;
import io.slipring.schemas.TaskProgress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;

/**
 * How long handoffs take, by what the tasks report. An epoch counts as handed off once every task has adopted it or a later
 * one and has nothing to send, receive or release; where the next epoch comes before, that includes the next one's handoff.
 * Thread-safe.
 */
final class Handoffs {
    /**
     * The handoff of an epoch.
     *
     * @param epoch the epoch
     * @param publishedNanos as of {@link System#nanoTime()}
     * @param endNanos likewise; empty while it goes on
     */
    record Handoff(int epoch, long publishedNanos, OptionalLong endNanos) {
        /** From the publication to the end. */
        Duration duration() {
            return Duration.ofNanos(endNanos.orElseThrow() - publishedNanos);
        }
    }

    private final List<Handoff> handoffs = new ArrayList<>();
    private int partitions;
    private int newest;
    private String waitingFor = "the first report";

    /** Starts with the first epoch, whose handoff is of no interest. */
    Handoffs(Ring first) {
        this.partitions = first.requiredPartitions();
        this.newest = first.epoch().value();
    }

    /** Takes note of the last report of each task. */
    synchronized void observe(List<TaskProgress> tasks, long now) {
        List<String> open = new ArrayList<>();
        int adopted = Integer.MAX_VALUE;
        boolean busy = false;
        for (TaskProgress task : tasks) {
            adopted = Math.min(adopted, task.getEpoch());
            int left = task.getVnodesToShip() + task.getVnodesAwaited() + task.getVnodesReleasing();
            busy |= left > 0;
            if (left > 0 || task.getEpoch() < newest) {
                open.add("task %d at epoch %d has %d vnodes to send, %d to receive, %d to release"
                        .formatted(
                                task.getPartition(),
                                task.getEpoch(),
                                task.getVnodesToShip(),
                                task.getVnodesAwaited(),
                                task.getVnodesReleasing()));
            }
        }
        if (tasks.size() < partitions) {
            open.add("only " + tasks.size() + " of " + partitions + " tasks have reported");
        }
        waitingFor = String.join(", ", open);
        if (!busy && tasks.size() >= partitions) {
            end(adopted, now);
        }
    }

    private void end(int adopted, long now) {
        for (int i = 0; i < handoffs.size(); i++) {
            Handoff handoff = handoffs.get(i);
            if (handoff.endNanos().isEmpty() && handoff.epoch() <= adopted) {
                handoffs.set(i, new Handoff(handoff.epoch(), handoff.publishedNanos(), OptionalLong.of(now)));
            }
        }
    }

    /** Takes note of an epoch that was published now. */
    synchronized void published(Ring ring, long now) {
        partitions = Math.max(partitions, ring.requiredPartitions());
        newest = ring.epoch().value();
        waitingFor = "reports after epoch " + newest;
        handoffs.add(new Handoff(newest, now, OptionalLong.empty()));
    }

    /** What tasks have still to do at the newest epoch; empty if nothing. */
    synchronized String waitingFor() {
        return waitingFor;
    }

    /** All so far, by epoch. */
    synchronized List<Handoff> all() {
        return List.copyOf(handoffs);
    }
}
