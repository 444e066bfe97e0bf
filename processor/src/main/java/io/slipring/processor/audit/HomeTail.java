/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.processor.audit;

import io.slipring.processor.LedgerCodec;
import io.slipring.processor.core.CorruptPartialException;
import io.slipring.processor.core.Envelope;
import io.slipring.processor.core.HomeKey;
import io.slipring.processor.core.Ledger;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.common.utils.Bytes;
import org.jspecify.annotations.Nullable;

/** What a task's home changelog, read so far, adds up to. */
final class HomeTail {
    private static final byte[] LEDGER = HomeKey.ledger();

    private final Sought sought;
    private final KeyCounts keys = new KeyCounts();
    private final Map<Bytes, Long> found = new HashMap<>();
    private Ledger ledger = Ledger.NEW;
    private long unsealed;

    /** @param sought cells that are of interest one by one */
    HomeTail(Sought sought) {
        this.sought = sought;
    }

    /**
     * Applies a record of the changelog. An entry that can't be read counts no records.
     *
     * @throws RuntimeException if a ledger can't be read
     */
    void apply(byte[] storeKey, byte @Nullable [] value) {
        if (Arrays.equals(storeKey, LEDGER)) {
            ledger = value == null ? Ledger.NEW : LedgerCodec.decode(value);
            unsealed = 0;
        } else if (HomeKey.isEntry(storeKey)) {
            int vnode = HomeKey.vnode(storeKey);
            byte[] cell = HomeKey.key(storeKey);
            long records = value == null ? 0 : recordsOf(value);
            keys.set(KeyCounts.token(vnode, cell), KeyCounts.check(cell), records);
            if (sought.mayBe(cell)) {
                found.put(Bytes.wrap(cell), records);
            }
            unsealed++;
        }
    }

    private static long recordsOf(byte[] value) {
        try {
            return Envelope.decode(value).records();
        } catch (CorruptPartialException e) {
            return 0;
        }
    }

    /** The ledger read last; {@link Ledger#NEW} before the first. */
    Ledger ledger() {
        return ledger;
    }

    /** Changes after the ledger; 0 means that the state is the ledger's. */
    long unsealed() {
        return unsealed;
    }

    /** Records by cell; the key is a cell without windows. */
    KeyCounts keys() {
        return keys;
    }

    /** Records in each cell that may be one of those sought, those that are gone included. */
    Map<Bytes, Long> found() {
        return found;
    }
}
