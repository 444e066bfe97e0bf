/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.benchmarks.stream;

import java.time.Duration;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.concurrent.locks.LockSupport;

/** Looks every few milliseconds at how much processor time a process has had. Thread-safe. */
final class UsageSampler implements AutoCloseable {
    private static final Duration LOOK = Duration.ofMillis(25);

    private final ProcessHandle process;
    private final NavigableMap<Long, Double> seconds = new TreeMap<>();
    private volatile boolean stopping;

    UsageSampler(long pid) {
        process = ProcessHandle.of(pid).orElseThrow(() -> new IllegalStateException("Process " + pid + " has ended"));
        look();
        Thread thread = new Thread(this::run, "usage-sampler");
        thread.setDaemon(true);
        thread.start();
    }

    private void run() {
        while (!stopping && process.isAlive()) {
            look();
            LockSupport.parkNanos(LOOK.toNanos());
        }
    }

    private void look() {
        process.info().totalCpuDuration().ifPresent(had -> {
            synchronized (seconds) {
                seconds.put(System.currentTimeMillis(), had.toNanos() / 1e9);
            }
        });
    }

    /**
     * Processor seconds between two moments.
     *
     * @param from by the wall clock, in milliseconds
     */
    double between(long from, long to) {
        return at(to) - at(from);
    }

    private double at(long millis) {
        synchronized (seconds) {
            Map.Entry<Long, Double> before = seconds.floorEntry(millis);
            return before == null ? seconds.firstEntry().getValue() : before.getValue();
        }
    }

    @Override
    public void close() {
        stopping = true;
    }
}
