/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.processor;

import io.slipring.processor.core.Transfer;
import io.slipring.processor.core.WindowState;
import io.slipring.ring.VnodeSet;
import io.slipring.schemas.ClosedVnodes;
import io.slipring.schemas.DamagedMessageException;
import io.slipring.schemas.EraseKey;
import io.slipring.schemas.ForeignPartials;
import io.slipring.schemas.Handoff;
import io.slipring.schemas.Mark;
import io.slipring.schemas.Partial;
import io.slipring.schemas.SingleObject;
import io.slipring.schemas.TransferMessage;
import io.slipring.schemas.VnodeDone;
import java.nio.ByteBuffer;
import java.util.List;

/** Transfers as messages of the transfer topic. */
public final class TransferCodec {
    /** Timestamp of every transfer record: tasks take them before any source record; see decision 2. */
    public static final long TIMESTAMP = 0;

    private TransferCodec() {}

    /** Binary form of a transfer. */
    public static byte[] encode(Transfer transfer) {
        if (transfer instanceof Transfer.Erasure erasure) {
            return SingleObject.ERASE_KEY.encode(
                    new EraseKey(erasure.epoch(), erasure.from(), ByteBuffer.wrap(erasure.key())));
        }
        List<Partial> partials = transfer.partials().stream()
                .map(partial -> new Partial(ByteBuffer.wrap(partial.key()), ByteBuffer.wrap(partial.envelope())))
                .toList();
        Object body;
        if (transfer instanceof Transfer.Handoff handoff) {
            List<VnodeDone> done = handoff.done().stream()
                    .map(vnode -> new VnodeDone(vnode.vnode(), vnode.entries(), vnode.records(), vnode.digest()))
                    .toList();
            List<ClosedVnodes> closed = handoff.closed().stream()
                    .map(run -> new ClosedVnodes(
                            run.time(), ByteBuffer.wrap(run.vnodes().toBytes())))
                    .toList();
            body = new Handoff(
                    partials, done, ByteBuffer.wrap(handoff.emptyVnodes().toBytes()), closed);
        } else if (transfer instanceof Transfer.Mark mark) {
            body = new Mark(mark.streamTime(), mark.idle(), mark.floor());
        } else {
            body = new ForeignPartials(partials);
        }
        return SingleObject.TRANSFER_MESSAGE.encode(new TransferMessage(transfer.epoch(), transfer.from(), body));
    }

    /**
     * Reads a message.
     *
     * @throws io.slipring.schemas.MessageFormatException if it is damaged or of an unknown version
     */
    public static Transfer decode(byte[] bytes) {
        try {
            if (SingleObject.ERASE_KEY.wrote(bytes)) {
                EraseKey erasure = SingleObject.ERASE_KEY.decode(bytes);
                return new Transfer.Erasure(erasure.getEpoch(), erasure.getFrom(), bytes(erasure.getKey()));
            }
            return transfer(SingleObject.TRANSFER_MESSAGE.decode(bytes));
        } catch (IllegalArgumentException e) {
            throw new DamagedMessageException(
                    "transfer of " + bytes.length + " bytes is damaged: " + e.getMessage(), e);
        }
    }

    private static Transfer transfer(TransferMessage message) {
        if (message.getBody() instanceof Handoff handoff) {
            return new Transfer.Handoff(
                    message.getEpoch(),
                    message.getFrom(),
                    partials(handoff.getPartials()),
                    handoff.getDone().stream()
                            .map(done -> new Transfer.Done(
                                    done.getVnode(), done.getEntries(), done.getRecords(), done.getDigest()))
                            .toList(),
                    vnodes(handoff.getEmptyVnodes()),
                    handoff.getClosed().stream()
                            .map(run -> new WindowState.Closed(run.getTime(), vnodes(run.getVnodes())))
                            .toList());
        }
        if (message.getBody() instanceof Mark mark) {
            return new Transfer.Mark(
                    message.getEpoch(), message.getFrom(), mark.getStreamTime(), mark.getIdle(), mark.getFloor());
        }
        ForeignPartials foreign = (ForeignPartials) message.getBody();
        return new Transfer.Foreign(message.getEpoch(), message.getFrom(), partials(foreign.getPartials()));
    }

    private static List<Transfer.Partial> partials(List<Partial> partials) {
        return partials.stream()
                .map(partial -> new Transfer.Partial(bytes(partial.getKey()), bytes(partial.getEnvelope())))
                .toList();
    }

    /** The vnode set in a field of a message. */
    static VnodeSet vnodes(ByteBuffer field) {
        return VnodeSet.fromBytes(bytes(field));
    }

    private static byte[] bytes(ByteBuffer buffer) {
        byte[] bytes = new byte[buffer.remaining()];
        buffer.duplicate().get(bytes);
        return bytes;
    }
}
