/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.processor.audit;

import io.slipring.processor.core.Envelope;
import io.slipring.schemas.ForeignPartials;
import io.slipring.schemas.Handoff;
import io.slipring.schemas.Mark;
import io.slipring.schemas.Partial;
import io.slipring.schemas.SingleObject;
import io.slipring.schemas.TransferMessage;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.IntToLongFunction;

/** The transfers to a task, read so far, that a cut may still have to explain. */
final class TransferTail {
    private final Sought sought;
    private final List<Message> messages = new ArrayList<>();
    private long afterErasures;

    /** @param sought cells that are of interest one by one */
    TransferTail(Sought sought) {
        this.sought = sought;
    }

    /**
     * A transfer.
     *
     * @param from partition of the sender
     * @param numbered whether it carries the number of its commit; if not, nobody counts it, and it is on its way until it is read
     * @param commit that number, or 0
     * @param records inside its partials
     * @param partials token, check and records of each
     * @param found cell and records of those that may be sought
     */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    record Message(
            long offset, int from, boolean numbered, long commit, long records, long[] partials, List<Cell> found) {}

    /** A cell in a transfer. */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    record Cell(byte[] cell, long records) {}

    /**
     * Adds a record of the topic.
     *
     * @throws RuntimeException if it can't be read
     */
    void add(long offset, OptionalLong commit, byte[] value) {
        if (SingleObject.ERASE_KEY.wrote(value)) {
            afterErasures = offset + 1; // carries no records
            return;
        }
        TransferMessage message = SingleObject.TRANSFER_MESSAGE.decode(value);
        if (message.getBody() instanceof Mark) {
            return;
        }
        List<Partial> partials = message.getBody() instanceof Handoff handoff
                ? handoff.getPartials()
                : ((ForeignPartials) message.getBody()).getPartials();
        long[] counts = new long[partials.size() * 3];
        List<Cell> found = new ArrayList<>();
        long records = 0;
        int at = 0;
        for (Partial partial : partials) {
            byte[] key = bytes(partial.getKey());
            long count = Envelope.decode(bytes(partial.getEnvelope())).records();
            counts[at++] = KeyCounts.token(key);
            counts[at++] = KeyCounts.check(key);
            counts[at++] = count;
            records += count;
            if (sought.mayBe(key)) {
                found.add(new Cell(key, count));
            }
        }
        messages.add(
                new Message(offset, message.getFrom(), commit.isPresent(), commit.orElse(0), records, counts, found));
    }

    /** The offset behind the last message read that names a key to be erased; 0 if there was none. */
    long afterErasures() {
        return afterErasures;
    }

    private static byte[] bytes(ByteBuffer buffer) {
        byte[] bytes = new byte[buffer.remaining()];
        buffer.duplicate().get(bytes);
        return bytes;
    }

    /** Sees a transfer that separates two ledgers: 1 if it is sent and not received, -1 the other way round. */
    interface Visitor {
        void visit(Message message, int sign);
    }

    /**
     * Visits the transfers that one side's ledger has and the other's has not.
     *
     * @param position of the receiver's ledger in the transfer topic
     * @param commits by partition, the number of the sender's ledger
     */
    void between(long position, IntToLongFunction commits, Visitor visitor) {
        for (Message message : messages) {
            boolean sent = message.commit() <= commits.applyAsLong(message.from());
            boolean received = message.offset() < position;
            if (sent != received) {
                visitor.visit(message, sent ? 1 : -1);
            }
        }
    }

    /** Forgets what both sides' ledgers have; later ledgers have it too. */
    void forget(long position, IntToLongFunction commits) {
        messages.removeIf(
                message -> message.offset() < position && message.commit() <= commits.applyAsLong(message.from()));
    }
}
