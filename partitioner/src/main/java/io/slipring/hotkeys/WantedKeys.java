/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.hotkeys;

import java.util.Arrays;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/** Hot tokens whose keys are looked for among the records: each is kept the first time that it comes by. Thread-safe. */
final class WantedKeys {
    static final WantedKeys NONE = new WantedKeys(new long[0]);

    private final long[] tokens;
    private final AtomicReferenceArray<byte @Nullable []> keys;

    WantedKeys(long[] tokens) {
        this.tokens = tokens.clone();
        Arrays.sort(this.tokens);
        this.keys = new AtomicReferenceArray<>(tokens.length);
    }

    void offer(long token, byte[] key) {
        int at = Arrays.binarySearch(tokens, token);
        if (at >= 0 && keys.get(at) == null) {
            keys.compareAndSet(at, null, key.clone());
        }
    }

    boolean isEmpty() {
        return tokens.length == 0;
    }

    byte @Nullable [] find(long token) {
        int at = Arrays.binarySearch(tokens, token);
        return at < 0 ? null : keys.get(at);
    }
}
