/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.processor.core;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;

/** Foreign partials of one drain on their way out, in transfers of bounded size; empty between drains. */
final class Outbox {
    private final int epoch;
    private final int from;
    private final int maxBytes;
    private final Effects<?> effects;
    private final TreeMap<Integer, Parcel> parcels = new TreeMap<>();

    Outbox(int epoch, int from, int maxBytes, Effects<?> effects) {
        this.epoch = epoch;
        this.from = from;
        this.maxBytes = maxBytes;
        this.effects = effects;
    }

    void add(int owner, byte[] key, byte[] envelope) {
        Parcel parcel = parcels.computeIfAbsent(owner, partition -> new Parcel());
        if (parcel.bytes > 0 && parcel.bytes + key.length + envelope.length > maxBytes) {
            send(owner, parcel);
            parcel = new Parcel();
            parcels.put(owner, parcel);
        }
        parcel.partials.add(new Transfer.Partial(key, envelope));
        parcel.bytes += key.length + envelope.length;
    }

    void sendAll() {
        parcels.forEach(this::send);
        parcels.clear();
    }

    private void send(int owner, Parcel parcel) {
        effects.send(owner, new Transfer.Foreign(epoch, from, parcel.partials));
    }

    private static final class Parcel {
        private final List<Transfer.Partial> partials = new ArrayList<>();
        private int bytes;
    }
}
