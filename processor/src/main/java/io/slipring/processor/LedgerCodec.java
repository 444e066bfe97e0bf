/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.processor;

import io.slipring.processor.core.Ledger;
import io.slipring.processor.core.TaskState;
import io.slipring.ring.VnodeSet;
import io.slipring.schemas.DamagedMessageException;
import io.slipring.schemas.PeerTraffic;
import io.slipring.schemas.SingleObject;
import io.slipring.schemas.SourcePosition;
import io.slipring.schemas.TaskLedger;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/** Ledgers as values of the home store. */
public final class LedgerCodec {
    private static final int FORMAT = 1;

    private LedgerCodec() {}

    static byte[] encode(Ledger ledger) {
        return SingleObject.TASK_LEDGER.encode(new TaskLedger(
                FORMAT,
                ledger.commit(),
                ledger.skipped(),
                ledger.sources().entrySet().stream()
                        .map(source -> new SourcePosition(source.getKey(), source.getValue()))
                        .toList(),
                ledger.transferPosition(),
                ledger.traffic().entrySet().stream()
                        .map(peer -> new PeerTraffic(
                                peer.getKey(),
                                peer.getValue().sent(),
                                peer.getValue().received()))
                        .toList(),
                ByteBuffer.wrap(TaskStateCodec.encode(withoutHeld(ledger.state())))));
    }

    /** Leaves out what only the task itself needs, which the control store has. */
    private static TaskState withoutHeld(TaskState state) {
        return new TaskState(
                state.epoch(),
                state.outgoing(),
                state.incoming(),
                VnodeSet.EMPTY,
                VnodeSet.EMPTY,
                List.of(),
                state.counters(),
                state.windows().summary());
    }

    /**
     * Reads a ledger; its state says nothing of what is held, releasing or in the middle of a vnode.
     *
     * @throws io.slipring.schemas.MessageFormatException if it is damaged or of an unknown version
     * @throws IllegalStateException if it was written by a newer version
     */
    public static Ledger decode(byte[] bytes) {
        TaskLedger ledger = SingleObject.TASK_LEDGER.decode(bytes);
        if (ledger.getFormatVersion() > FORMAT) {
            throw new IllegalStateException("ledger has format " + ledger.getFormatVersion()
                    + ", this version reads up to " + FORMAT + "; run the newer version");
        }
        SortedMap<String, Long> sources = new TreeMap<>();
        ledger.getSources().forEach(source -> sources.put(source.getTopic(), source.getPosition()));
        SortedMap<Integer, Ledger.Traffic> traffic = new TreeMap<>();
        ledger.getPeers()
                .forEach(peer -> traffic.put(
                        peer.getPartition(), new Ledger.Traffic(peer.getRecordsSent(), peer.getRecordsReceived())));
        byte[] state = new byte[ledger.getState().remaining()];
        ledger.getState().duplicate().get(state);
        try {
            return new Ledger(
                    ledger.getCommit(),
                    ledger.getRecordsSkipped(),
                    sources,
                    ledger.getTransferPosition(),
                    traffic,
                    TaskStateCodec.decode(state));
        } catch (IllegalArgumentException e) {
            throw new DamagedMessageException("ledger of " + bytes.length + " bytes is damaged: " + e.getMessage(), e);
        }
    }
}
