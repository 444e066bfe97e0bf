/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.ring.source;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Supplier;

/**
 * Readers in use in this JVM, one per place however many clients ask: a process with 200 producers follows a ring with one
 * consumer and one thread. A reader starts with its first handle and ends with its last.
 */
final class SharedReaders {
    private static final class Use {
        private final RingReader reader;
        private int handles;

        private Use(RingReader reader) {
            this.reader = reader;
        }
    }

    private static final SharedReaders INSTANCE = new SharedReaders();

    private final Map<Object, Use> uses = new HashMap<>();

    static SharedReaders instance() {
        return INSTANCE;
    }

    /**
     * Opens a handle.
     *
     * @param place what tells readers apart, by {@code equals}
     * @param start starts the reader for the place; must not block
     */
    RingSource open(Object place, Duration timeout, Supplier<? extends RingReader> start) {
        synchronized (uses) {
            Use use = uses.computeIfAbsent(place, p -> new Use(start.get()));
            use.handles++;
            return new RingHandle(use.reader.history(), timeout, () -> release(place, use));
        }
    }

    private void release(Object place, Use use) {
        synchronized (uses) {
            if (--use.handles > 0) {
                return;
            }
            uses.remove(place);
        }
        use.reader.close();
    }
}
