/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.cli.chaos;

import io.slipring.cli.command.CommandFailure;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Takes one turn after the other in a thread of its own, until it is stopped or one fails. Thread-safe. */
final class Lane implements AutoCloseable {
    private final CountDownLatch stopping = new CountDownLatch(1);
    private final CompletableFuture<Void> end = new CompletableFuture<>();
    private final Thread thread;

    /** What is repeated. */
    @FunctionalInterface
    interface Turn {
        /** Does one thing, after a pause on the lane; does nothing if that says that no more is wanted. */
        void take(Lane lane) throws InterruptedException;
    }

    /** Starts. */
    Lane(String name, Turn turn) {
        this.thread = new Thread(() -> run(turn), name);
        thread.setDaemon(true);
        thread.start();
    }

    private void run(Turn turn) {
        try {
            while (stopping.getCount() > 0) {
                turn.take(this);
            }
            end.complete(null);
        } catch (InterruptedException | RuntimeException e) {
            end.completeExceptionally(e);
        }
    }

    /** Lets a time pass; says whether the lane goes on after it. */
    boolean pause(Duration time) throws InterruptedException {
        return !stopping.await(time.toMillis(), TimeUnit.MILLISECONDS);
    }

    /** Begins no further turn. */
    void stop() {
        stopping.countDown();
    }

    /** Whether it has stopped, or a turn failed; {@link #finish} tells which. */
    boolean isOver() {
        return end.isDone();
    }

    /**
     * Begins no further turn, and waits for the end of the present one.
     *
     * @throws CommandFailure if a turn failed
     */
    void finish() {
        stopping.countDown();
        try {
            end.join();
        } catch (CompletionException e) {
            Throwable cause = e.getCause() == null ? e : e.getCause();
            throw new CommandFailure(String.valueOf(cause.getMessage()), cause);
        }
    }

    /** Cuts the present turn off. */
    @Override
    public void close() {
        stopping.countDown();
        thread.interrupt();
    }
}
