/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.partitioner;

import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One daemon thread for all partitioners of a JVM, which calls each of them every {@value #EVERY_MS} ms. It lives while there
 * are any.
 */
final class Ticker {
    private static final Logger LOG = LoggerFactory.getLogger(Ticker.class);
    private static final int EVERY_MS = 200;
    private static final Ticker INSTANCE = new Ticker();

    private final Set<Runnable> called = new HashSet<>();
    private @Nullable ScheduledExecutorService thread;

    static Ticker instance() {
        return INSTANCE;
    }

    /**
     * Has something called from now on; it must be quick, and what it throws is logged.
     *
     * @return ends that, after the call that may be running
     */
    Runnable every(Runnable tick) {
        synchronized (this) {
            called.add(tick);
            if (thread == null) {
                thread = Executors.newSingleThreadScheduledExecutor(task -> {
                    Thread daemon = new Thread(task, "slipring-ticker");
                    daemon.setDaemon(true);
                    return daemon;
                });
                var unused = thread.scheduleWithFixedDelay(this::tick, EVERY_MS, EVERY_MS, TimeUnit.MILLISECONDS);
            }
        }
        return () -> remove(tick);
    }

    private synchronized void tick() {
        for (Runnable tick : called) {
            try {
                tick.run();
            } catch (RuntimeException e) {
                LOG.warn("Looking for hot keys failed, tried again reason=\"{}\"", e.toString());
            }
        }
    }

    private synchronized void remove(Runnable tick) {
        called.remove(tick);
        if (called.isEmpty() && thread != null) {
            thread.shutdown();
            thread = null;
        }
    }
}
