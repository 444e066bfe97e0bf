/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.schemas;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.avro.AvroRuntimeException;
import org.apache.avro.Schema;
import org.apache.avro.io.DatumReader;
import org.apache.avro.io.DatumWriter;
import org.apache.avro.io.Decoder;
import org.apache.avro.io.Encoder;

/**
 * Avro's binary encoding of a version of the {@link TransferMessage} schema, written out by hand: it is on the path of every
 * partial, and Avro's generic machinery takes several times as long. Tests compare it with Avro's own byte by byte.
 * Stateless and thread-safe.
 */
final class TransferMessageFormat implements DatumReader<TransferMessage>, DatumWriter<TransferMessage> {

    private static final int FOREIGN_PARTIALS = 0;
    private static final int HANDOFF = 1;
    private static final int MARK = 2;

    private final boolean windows;

    private TransferMessageFormat(boolean windows) {
        this.windows = windows;
    }

    /** By version 1, which has no marks and no closed vnodes. */
    static TransferMessageFormat version1() {
        return new TransferMessageFormat(false);
    }

    /** By version 2, the present one. */
    static TransferMessageFormat version2() {
        return new TransferMessageFormat(true);
    }

    /** Whether version 1 can express a message: everything that an aggregation without windows sends. */
    static boolean fitsVersion1(TransferMessage message) {
        return message.getBody() instanceof ForeignPartials
                || (message.getBody() instanceof Handoff handoff
                        && handoff.getClosed().isEmpty());
    }

    @Override
    public void setSchema(Schema schema) {
        throw new UnsupportedOperationException("The schema of a hand-written format is fixed");
    }

    @Override
    public void write(TransferMessage message, Encoder out) throws IOException {
        out.writeInt(message.getEpoch());
        out.writeInt(message.getFrom());
        if (message.getBody() instanceof ForeignPartials foreign) {
            out.writeIndex(FOREIGN_PARTIALS);
            writePartials(foreign.getPartials(), out);
        } else if (message.getBody() instanceof Handoff handoff) {
            out.writeIndex(HANDOFF);
            writePartials(handoff.getPartials(), out);
            writeDone(handoff.getDone(), out);
            out.writeBytes(handoff.getEmptyVnodes());
            if (windows) {
                writeClosed(handoff.getClosed(), out);
            }
        } else if (windows && message.getBody() instanceof Mark mark) {
            out.writeIndex(MARK);
            out.writeLong(mark.getStreamTime());
            out.writeBoolean(mark.getIdle());
            out.writeInt(mark.getFloor());
        } else {
            throw new AvroRuntimeException("body must be ForeignPartials, Handoff or Mark, was " + message.getBody());
        }
    }

    private static void writeClosed(List<ClosedVnodes> runs, Encoder out) throws IOException {
        out.writeArrayStart();
        out.setItemCount(runs.size());
        for (ClosedVnodes run : runs) {
            out.startItem();
            out.writeLong(run.getTime());
            out.writeBytes(run.getVnodes());
        }
        out.writeArrayEnd();
    }

    private static void writePartials(List<Partial> partials, Encoder out) throws IOException {
        out.writeArrayStart();
        out.setItemCount(partials.size());
        for (Partial partial : partials) {
            out.startItem();
            out.writeBytes(partial.getKey());
            out.writeBytes(partial.getEnvelope());
        }
        out.writeArrayEnd();
    }

    private static void writeDone(List<VnodeDone> vnodes, Encoder out) throws IOException {
        out.writeArrayStart();
        out.setItemCount(vnodes.size());
        for (VnodeDone vnode : vnodes) {
            out.startItem();
            out.writeInt(vnode.getVnode());
            out.writeLong(vnode.getEntries());
            out.writeLong(vnode.getRecords());
            out.writeLong(vnode.getDigest());
        }
        out.writeArrayEnd();
    }

    @Override
    public TransferMessage read(TransferMessage reuse, Decoder in) throws IOException {
        int epoch = in.readInt();
        int from = in.readInt();
        int branch = in.readIndex();
        return new TransferMessage(
                epoch,
                from,
                switch (branch) {
                    case FOREIGN_PARTIALS -> new ForeignPartials(readPartials(in));
                    case HANDOFF ->
                        new Handoff(
                                readPartials(in),
                                readDone(in),
                                in.readBytes(null),
                                windows ? readClosed(in) : List.of());
                    case MARK -> readMark(in);
                    default -> throw new AvroRuntimeException("body must be branch 0 to 2, was " + branch);
                });
    }

    private Mark readMark(Decoder in) throws IOException {
        if (!windows) {
            throw new AvroRuntimeException("body must be branch 0 or 1, was " + MARK);
        }
        return new Mark(in.readLong(), in.readBoolean(), in.readInt());
    }

    private static List<ClosedVnodes> readClosed(Decoder in) throws IOException {
        List<ClosedVnodes> runs = new ArrayList<>();
        for (long left = in.readArrayStart(); left > 0; left = in.arrayNext()) {
            for (; left > 0; left--) {
                runs.add(new ClosedVnodes(in.readLong(), in.readBytes(null)));
            }
        }
        return runs;
    }

    private static List<Partial> readPartials(Decoder in) throws IOException {
        List<Partial> partials = new ArrayList<>();
        for (long left = in.readArrayStart(); left > 0; left = in.arrayNext()) {
            for (; left > 0; left--) {
                partials.add(new Partial(in.readBytes(null), in.readBytes(null)));
            }
        }
        return partials;
    }

    private static List<VnodeDone> readDone(Decoder in) throws IOException {
        List<VnodeDone> vnodes = new ArrayList<>();
        for (long left = in.readArrayStart(); left > 0; left = in.arrayNext()) {
            for (; left > 0; left--) {
                vnodes.add(new VnodeDone(in.readInt(), in.readLong(), in.readLong(), in.readLong()));
            }
        }
        return vnodes;
    }
}
