/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.processor.core;

import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;

/**
 * How far time has come at each task, as far as this one knows, and what it tells the others of itself.
 *
 * <p>A task with a mark of stream time {@code t} folds no more records into windows that are over at {@code t}, and what it
 * had folded into them it shipped before the mark. Channels between tasks keep their order. So when all marks of this task's
 * epoch and of that {@linkplain Transfer.Mark#floor floor} have come, and all say {@code t} or more, nothing is under way to
 * this task for windows that are over at {@code t}: a partial that was sent by this epoch came before the mark of its
 * sender; one that was sent by an older epoch came to a task whose floor was below this epoch until it had it, and which then
 * shipped it on before its own mark with that floor.
 *
 * <p>A task that has been idle has no say in what the time is.
 */
class Marks {
    private final int partition;
    private final Windowing windowing;
    private final TreeMap<Integer, WindowState.Peer> peers = new TreeMap<>();
    private long streamTime;
    private boolean idle;
    private boolean came;
    private long cameAt;
    private long sentAt;
    /** Number of tasks that the last mark went to; 0 if this object has sent none. */
    private int told;

    Marks(int partition, Windowing windowing, WindowState state) {
        this.partition = partition;
        this.windowing = windowing;
        this.streamTime = state.streamTime();
        state.peers().forEach(peer -> peers.put(peer.partition(), peer));
        this.idle = peers.containsKey(partition) && peers.get(partition).idle();
        this.cameAt = windowing.clock().getAsLong();
    }

    /** Takes note of a source record. */
    void sees(long timestamp) {
        streamTime = Math.max(streamTime, timestamp);
        came = true;
    }

    /** The largest timestamp of the task's source records. */
    long streamTime() {
        return streamTime;
    }

    /** Takes note that there are tasks of at least so many partitions. */
    void expect(int partitions) {
        for (int peer = 0; peer < partitions; peer++) {
            peers.putIfAbsent(peer, WindowState.Peer.unheard(peer));
        }
    }

    /** Takes note of a transfer, whatever it is. */
    void heard(Transfer transfer) {
        if (transfer.from() < 0) {
            return; // from no task
        }
        WindowState.Peer peer = peers.getOrDefault(transfer.from(), WindowState.Peer.unheard(transfer.from()));
        int heard = Math.max(peer.heard(), transfer.epoch());
        peers.put(
                transfer.from(),
                transfer instanceof Transfer.Mark mark
                        ? new WindowState.Peer(
                                mark.from(), heard, mark.epoch(), mark.floor(), mark.streamTime(), mark.idle())
                        : new WindowState.Peer(
                                peer.partition(), heard, peer.epoch(), peer.floor(), peer.streamTime(), peer.idle()));
    }

    /** The mark to be sent to all others now, when all that was folded is settled; empty if there is nothing new to say. */
    Optional<Transfer.Mark> due(int epoch) {
        long now = windowing.clock().getAsLong();
        if (came) {
            cameAt = now;
            came = false;
            idle = false;
        } else if (now - cameAt >= windowing.idleMillis()) {
            idle = true;
        }
        WindowState.Peer last = peers.getOrDefault(partition, WindowState.Peer.unheard(partition));
        WindowState.Peer present = new WindowState.Peer(partition, epoch, epoch, floor(epoch), lastOver(), idle);
        boolean old = told == 0 || now < sentAt || now - sentAt >= windowing.markMillis();
        if (!old || (present.equals(last) && told == peers.size())) {
            return Optional.empty();
        }
        peers.put(partition, present);
        sentAt = now;
        told = peers.size();
        return Optional.of(new Transfer.Mark(epoch, partition, present.streamTime(), present.idle(), present.floor()));
    }

    /** Only this is told of the stream time: between two windows' ends nothing changes for others. */
    private long lastOver() {
        return windowing.cells().lastOver(streamTime);
    }

    private int floor(int epoch) {
        int floor = epoch;
        for (WindowState.Peer peer : peers.values()) {
            floor = peer.partition() == partition ? floor : Math.min(floor, peer.heard());
        }
        return floor;
    }

    /**
     * The time up to which windows may be closed in this task's vnodes; empty while something for them may be under way for
     * all that is known.
     */
    OptionalLong closingTime(int epoch) {
        long least = idle ? Long.MAX_VALUE : lastOver();
        long latest = lastOver();
        boolean allIdle = idle;
        for (WindowState.Peer peer : peers.values()) {
            if (peer.partition() == partition) {
                continue;
            }
            if (!isCurrent(peer, epoch)) {
                return OptionalLong.empty();
            }
            latest = Math.max(latest, peer.streamTime());
            if (!peer.idle()) {
                least = Math.min(least, peer.streamTime());
                allIdle = false;
            }
        }
        return OptionalLong.of(allIdle ? latest : least);
    }

    /** Whether nothing that was sent by an epoch before this one was still to come when the task sent its mark. */
    boolean isCurrent(WindowState.Peer peer, int epoch) {
        return peer.epoch() >= epoch && peer.floor() >= epoch;
    }

    /** Partitions of the other tasks; a copy. */
    List<Integer> others() {
        return peers.keySet().stream().filter(peer -> peer != partition).toList();
    }

    WindowState snapshot(Closings closings, long late) {
        return new WindowState(
                windowing.describe(),
                streamTime,
                closings.common(),
                closings.others(),
                closings.closing(),
                late,
                List.copyOf(peers.values()));
    }
}
