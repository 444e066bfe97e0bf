/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.processor.core;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** What a core did to the world, for tests of its parts. */
final class Sent implements Effects<Mask> {
    /** A transfer and where it went. */
    record To(int partition, Transfer transfer) {}

    /** An update. */
    record Update(String key, long bits, long records, long timestamp) {}

    /** A key's state that was erased. */
    record Erased(String key, long records, long timestamp) {}

    final List<To> transfers = new ArrayList<>();
    final List<Update> updates = new ArrayList<>();
    final List<Erased> erased = new ArrayList<>();

    @Override
    public void emit(byte[] key, Mask aggregate, long records, long timestamp) {
        updates.add(new Update(Samples.text(key), aggregate.spend(), records, timestamp));
    }

    @Override
    public void erased(byte[] key, long records, long timestamp) {
        erased.add(new Erased(Samples.text(key), records, timestamp));
    }

    @Override
    public void send(int partition, Transfer transfer) {
        transfers.add(new To(partition, transfer));
    }

    /** The keys of the partials sent, those of a transfer joined by commas. */
    List<String> keys() {
        return transfers.stream()
                .map(sent -> sent.transfer().partials().stream()
                        .map(partial -> Samples.text(partial.key()))
                        .collect(Collectors.joining(",")))
                .toList();
    }
}
