/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.cli.chaos;

import java.time.Duration;

/** Keeps {@link Handoffs} up to date from the control topic, in a thread of its own. */
final class HandoffWatch implements AutoCloseable {
    private static final Duration LOOK = Duration.ofMillis(100);

    private final ProgressFollower follower;
    private final Handoffs handoffs;
    private final Thread thread;
    private volatile boolean stopping;

    /** Starts following; the follower is closed in the end. */
    HandoffWatch(ProgressFollower follower, Handoffs handoffs) {
        this.follower = follower;
        this.handoffs = handoffs;
        this.thread = new Thread(this::run, "chaos-handoffs");
        thread.setDaemon(true);
        thread.start();
    }

    private void run() {
        try (follower) {
            while (!stopping) {
                handoffs.observe(follower.poll(LOOK), System.nanoTime());
            }
        }
    }

    @Override
    public void close() {
        stopping = true;
        try {
            thread.join(10 * LOOK.toMillis());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
