/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.processor;

import io.slipring.processor.core.Counters;
import io.slipring.processor.core.TaskState;
import io.slipring.schemas.ControlState;
import io.slipring.schemas.DamagedMessageException;
import io.slipring.schemas.Direction;
import io.slipring.schemas.PendingVnodes;
import io.slipring.schemas.RunningDigest;
import io.slipring.schemas.SingleObject;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/** Task states as values of the control store. */
final class TaskStateCodec {
    private static final int FORMAT = 1;

    /** Epochs whose moves may be unfinished at once, each at 8 KiB of memory: more than a task could work with. */
    private static final int MAX_PENDING = 16_384;

    private TaskStateCodec() {}

    static byte[] encode(TaskState state) {
        Counters counters = state.counters();
        return SingleObject.CONTROL_STATE.encode(ControlState.newBuilder()
                .setFormatVersion(FORMAT)
                .setEpoch(state.epoch())
                .setOutgoing(pending(state.outgoing()))
                .setIncoming(pending(state.incoming()))
                .setReleasing(ByteBuffer.wrap(state.releasing().toBytes()))
                .setHeld(ByteBuffer.wrap(state.held().toBytes()))
                .setDigests(
                        state.digests().stream().map(TaskStateCodec::running).toList())
                .setHomeEntries(counters.entries())
                .setHomeBytes(counters.bytes())
                .setRecordsHome(counters.home())
                .setRecordsConsumed(counters.consumed())
                .setRecordsForeign(counters.foreign())
                .setRecordsReceived(counters.received())
                .setRecordsSent(counters.sent())
                .setRecordsExpired(counters.expired())
                .setShippedEntries(counters.shippedEntries())
                .setShippedBytes(counters.shippedBytes())
                .setWindows(WindowStateCodec.message(state.windows()))
                .build());
    }

    /**
     * Reads a control store's value.
     *
     * @throws io.slipring.schemas.MessageFormatException if it is damaged or of an unknown version
     * @throws IllegalStateException if it was written by a newer version
     */
    static TaskState decode(byte[] bytes) {
        ControlState state = SingleObject.CONTROL_STATE.decode(bytes);
        if (state.getFormatVersion() > FORMAT) {
            throw new IllegalStateException("control state has format " + state.getFormatVersion()
                    + ", this version reads up to " + FORMAT + "; run the newer version");
        }
        try {
            return state(state);
        } catch (IllegalArgumentException e) {
            throw new DamagedMessageException(
                    "control state of " + bytes.length + " bytes is damaged: " + e.getMessage(), e);
        }
    }

    private static TaskState state(ControlState state) {
        return new TaskState(
                state.getEpoch(),
                pendingOf(state.getOutgoing()),
                pendingOf(state.getIncoming()),
                TransferCodec.vnodes(state.getReleasing()),
                TransferCodec.vnodes(state.getHeld()),
                state.getDigests().stream()
                        .map(running -> new TaskState.Running(
                                running.getDirection() == Direction.OUTGOING,
                                running.getEpoch(),
                                running.getVnode(),
                                running.getEntries(),
                                running.getRecords(),
                                running.getDigest()))
                        .toList(),
                new Counters(
                        state.getRecordsConsumed(),
                        state.getRecordsForeign(),
                        state.getRecordsReceived(),
                        state.getRecordsSent(),
                        state.getRecordsHome(),
                        state.getRecordsExpired(),
                        state.getHomeEntries(),
                        state.getHomeBytes(),
                        state.getShippedEntries(),
                        state.getShippedBytes()),
                WindowStateCodec.state(state.getWindows()));
    }

    private static List<PendingVnodes> pending(List<TaskState.Pending> moves) {
        return moves.stream()
                .map(move -> new PendingVnodes(
                        move.epoch(), ByteBuffer.wrap(move.vnodes().toBytes())))
                .toList();
    }

    private static List<TaskState.Pending> pendingOf(List<PendingVnodes> moves) {
        if (moves.size() > MAX_PENDING) {
            throw new IllegalArgumentException(
                    "at most " + MAX_PENDING + " epochs may have unfinished moves, had " + moves.size());
        }
        List<TaskState.Pending> pending = new ArrayList<>();
        int before = 0;
        for (PendingVnodes move : moves) {
            // Refused before the next set takes its memory: repeated damage would be many.
            if (move.getEpoch() <= before) {
                throw new IllegalArgumentException(
                        "epochs of unfinished moves must ascend, but " + move.getEpoch() + " follows " + before);
            }
            before = move.getEpoch();
            pending.add(new TaskState.Pending(before, TransferCodec.vnodes(move.getVnodes())));
        }
        return pending;
    }

    private static RunningDigest running(TaskState.Running running) {
        return new RunningDigest(
                running.epoch(),
                running.vnode(),
                running.outgoing() ? Direction.OUTGOING : Direction.INCOMING,
                running.entries(),
                running.records(),
                running.digest());
    }
}
