/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.cli.demo;

import io.slipring.cli.command.CommandFailure;
import io.slipring.cli.progress.HandoffProgress;
import io.slipring.cli.ring.PlannedChange;
import io.slipring.ring.source.ControlFollower;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** Adds the shards and follows the handoff, in a thread of its own. Thread-safe. */
final class Growth implements AutoCloseable {
    private static final Duration LOOK = Duration.ofMillis(20);

    private final DemoCluster cluster;
    private final CompletableFuture<PlannedChange> published = new CompletableFuture<>();
    private final CompletableFuture<Duration> handedOff = new CompletableFuture<>();
    private volatile long publishedAt;
    private volatile @Nullable HandoffProgress progress;
    private volatile boolean stopping;

    Growth(DemoCluster cluster) {
        this.cluster = cluster;
        Thread thread = new Thread(this::run, "demo-growth");
        thread.setDaemon(true);
        thread.start();
    }

    private void run() {
        try {
            PlannedChange change = cluster.grow();
            publishedAt = System.nanoTime();
            published.complete(change);
            follow();
            handedOff.completeExceptionally(new CommandFailure("the handoff did not end"));
        } catch (RuntimeException e) {
            published.completeExceptionally(e);
            handedOff.completeExceptionally(e);
        }
    }

    private void follow() {
        try (ControlFollower tasks = cluster.follow()) {
            while (!stopping) {
                HandoffProgress now = DemoCluster.progress(tasks.read());
                progress = now;
                if (now.settled()) {
                    handedOff.complete(Duration.ofNanos(System.nanoTime() - publishedAt));
                    return;
                }
                LockSupport.parkNanos(LOOK.toNanos());
            }
        }
    }

    /** Whether the handoff has ended, or anything went wrong. */
    boolean finished() {
        return handedOff.isDone();
    }

    /** How far the handoff is; null before the epoch was published. */
    @Nullable
    HandoffProgress progress() {
        return progress;
    }

    /** Time since the publication; zero before it. */
    Duration sincePublished() {
        long at = publishedAt;
        return at == 0 ? Duration.ZERO : Duration.ofNanos(System.nanoTime() - at);
    }

    /**
     * What was added; waits for it.
     *
     * @throws CommandFailure if it could not be
     */
    PlannedChange change() {
        return join(published);
    }

    /**
     * How long the handoff took; waits for it.
     *
     * @throws CommandFailure if it did not end
     */
    Duration handoff() {
        return join(handedOff);
    }

    private static <T> T join(CompletableFuture<T> future) {
        try {
            return future.join();
        } catch (CompletionException e) {
            Throwable cause = e.getCause() == null ? e : e.getCause();
            throw new CommandFailure("the growth failed: " + cause.getMessage(), cause);
        }
    }

    @Override
    public void close() {
        stopping = true;
    }
}
