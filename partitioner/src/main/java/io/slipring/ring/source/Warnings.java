/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.ring.source;

import java.util.function.LongSupplier;
import org.slf4j.Logger;

/** Warns at most once in {@value #EVERY_SECONDS} s and says how many warnings were left out; thread-safe. */
final class Warnings {
    private static final long EVERY_SECONDS = 30;

    private final Logger log;
    private final LongSupplier nanoTime;
    private long next;
    private boolean warned;
    private long leftOut;

    Warnings(Logger log) {
        this(log, System::nanoTime);
    }

    Warnings(Logger log, LongSupplier nanoTime) {
        this.log = log;
        this.nanoTime = nanoTime;
    }

    synchronized void warn(String message) {
        long now = nanoTime.getAsLong();
        if (warned && now - next < 0) {
            leftOut++;
            log.debug(message);
            return;
        }
        log.warn("{} leftOut={}", message, leftOut);
        warned = true;
        next = now + EVERY_SECONDS * 1_000_000_000L;
        leftOut = 0;
    }
}
