/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.processor.core;

import io.slipring.ring.Ring;
import io.slipring.ring.VnodeSet;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.OptionalLong;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Ships the home state of lost vnodes to their next owners: scan the vnode, send each entry, delete it, then say that the
 * vnode is done. Stops when the budget is spent, in the middle of a vnode if need be, and goes on there in the next tick or,
 * after a crash, with what the store still has.
 */
final class Shipper<V, A> {
    /** Most bytes that a {@link Transfer.Done} takes in a message. */
    private static final int DONE_BYTES = 32;

    private final int from;
    private final Epochs epochs;
    private final Handoffs handoffs;
    private final HomeState<V, A> home;
    private final Effects<A> effects;
    private final int maxBytes;
    private final @Nullable Windows<A> windows;
    private long sentRecords;
    private long shippedEntries;
    private long shippedBytes;
    /** Where the scan of a vnode was interrupted; only saves walking over what was deleted before it. */
    private @Nullable Position resume;

    Shipper(
            int from,
            Epochs epochs,
            Handoffs handoffs,
            HomeState<V, A> home,
            Effects<A> effects,
            int maxBytes,
            @Nullable Windows<A> windows,
            Counters counters) {
        this.from = from;
        this.epochs = epochs;
        this.handoffs = handoffs;
        this.home = home;
        this.effects = effects;
        this.maxBytes = maxBytes;
        this.windows = windows;
        this.shippedEntries = counters.shippedEntries();
        this.shippedBytes = counters.shippedBytes();
    }

    @SuppressWarnings("ArrayRecordComponent") // never compared
    private record Position(int epoch, int vnode, byte[] after) {}

    /** Ships what the budget allows. */
    void ship(Budget budget) {
        for (int epoch : handoffs.outgoingEpochs()) {
            BitSet vnodes = handoffs.shippable(epoch);
            if (!vnodes.isEmpty()) {
                ship(epoch, vnodes, budget);
            }
        }
    }

    private void ship(int epoch, BitSet vnodes, Budget budget) {
        Ring ring = epochs.ring(epoch);
        TreeMap<Integer, Parcel> parcels = new TreeMap<>();
        for (int vnode = vnodes.nextSetBit(0); vnode >= 0; vnode = vnodes.nextSetBit(vnode + 1)) {
            if (home.entries() > 0 && budget.isExhausted()) {
                break;
            }
            int owner = ring.partitionOfVnode(vnode);
            Parcel parcel = parcels.computeIfAbsent(owner, to -> new Parcel(epoch, to));
            if (shipEntries(epoch, vnode, parcel, budget)) {
                Digest digest = handoffs.sending(epoch, vnode);
                if (digest.entries() == 0) {
                    parcel.empty.add(vnode);
                } else {
                    parcel.done.add(digest.done(vnode));
                    parcel.bytes += DONE_BYTES;
                }
                handoffs.shipped(epoch, vnode);
                handoffs.emptied(vnode);
                if (windows != null) {
                    parcel.close(vnode, windows.closedAt(vnode));
                    windows.shipped(vnode);
                }
                if (parcel.bytes >= maxBytes) {
                    parcel.send();
                }
            }
        }
        parcels.values().forEach(Parcel::send);
    }

    /** Returns whether the vnode is complete. */
    private boolean shipEntries(int epoch, int vnode, Parcel parcel, Budget budget) {
        if (home.entries() == 0) {
            return true;
        }
        Position position = resume;
        byte[] after = position != null && position.epoch == epoch && position.vnode == vnode ? position.after : null;
        resume = null;
        while (true) {
            List<Transfer.Partial> batch = new ArrayList<>();
            boolean more = scan(vnode, after, parcel, batch);
            Digest digest = handoffs.sending(epoch, vnode);
            shippedBytes += home.delete(vnode, batch);
            for (Transfer.Partial entry : batch) {
                digest.add(entry.key(), entry.envelope());
                parcel.partials.add(entry);
                long bytes = size(entry);
                parcel.bytes += bytes;
                budget.spend(bytes);
                shippedEntries++;
                sentRecords += Envelope.recordsOf(entry.envelope());
            }
            if (!more) {
                return true;
            }
            after = batch.isEmpty() ? after : batch.get(batch.size() - 1).key();
            parcel.send();
            if (after != null && budget.isExhausted()) {
                resume = new Position(epoch, vnode, after);
                return false;
            }
        }
    }

    /** Collects entries while they fit into the parcel; at least one goes into an empty parcel. Returns whether more follow. */
    private boolean scan(int vnode, byte @Nullable [] after, Parcel parcel, List<Transfer.Partial> batch) {
        long[] room = {maxBytes - parcel.bytes};
        boolean[] more = {false};
        home.scan(vnode, after, (key, envelope) -> {
            Transfer.Partial entry = new Transfer.Partial(key, envelope);
            boolean fits = size(entry) <= room[0] || (parcel.bytes == 0 && batch.isEmpty());
            if (fits) {
                batch.add(entry);
                room[0] -= size(entry);
            }
            more[0] = !fits;
            return fits;
        });
        return more[0];
    }

    private static long size(Transfer.Partial entry) {
        return entry.key().length + (long) entry.envelope().length;
    }

    /** Records in the partials sent so far by this object. */
    long sentRecords() {
        return sentRecords;
    }

    long shippedEntries() {
        return shippedEntries;
    }

    long shippedBytes() {
        return shippedBytes;
    }

    /** The handoff transfer being filled for one receiver. */
    private final class Parcel {
        private final int epoch;
        private final int to;
        private final List<Transfer.Partial> partials = new ArrayList<>();
        private final List<Transfer.Done> done = new ArrayList<>();
        private final List<Integer> empty = new ArrayList<>();
        private final TreeMap<Long, BitSet> closed = new TreeMap<>();
        private long bytes;

        Parcel(int epoch, int to) {
            this.epoch = epoch;
            this.to = to;
        }

        void close(int vnode, OptionalLong time) {
            time.ifPresent(at -> closed.computeIfAbsent(at, any -> new BitSet()).set(vnode));
        }

        void send() {
            if (partials.isEmpty() && done.isEmpty() && empty.isEmpty()) {
                return;
            }
            VnodeSet emptyVnodes =
                    VnodeSet.of(empty.stream().mapToInt(Integer::intValue).toArray());
            effects.send(
                    to, new Transfer.Handoff(epoch, from, partials, done, emptyVnodes, WindowState.Closed.of(closed)));
            partials.clear();
            done.clear();
            empty.clear();
            closed.clear();
            bytes = 0;
        }
    }
}
