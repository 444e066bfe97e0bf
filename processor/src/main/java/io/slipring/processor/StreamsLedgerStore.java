/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.processor;

import io.slipring.processor.core.HomeKey;
import io.slipring.processor.core.Ledger;
import io.slipring.processor.core.LedgerStore;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.state.KeyValueStore;
import org.jspecify.annotations.Nullable;

/** A ledger in the home store itself, under a key of its own, so that one changelog holds both. */
final class StreamsLedgerStore implements LedgerStore {
    private static final Bytes KEY = Bytes.wrap(HomeKey.ledger());

    private final KeyValueStore<Bytes, byte[]> home;

    StreamsLedgerStore(KeyValueStore<Bytes, byte[]> home) {
        this.home = home;
    }

    @Override
    public @Nullable Ledger load() {
        byte[] bytes = home.get(KEY);
        return bytes == null ? null : LedgerCodec.decode(bytes);
    }

    @Override
    public void save(Ledger ledger) {
        home.put(KEY, LedgerCodec.encode(ledger));
    }
}
