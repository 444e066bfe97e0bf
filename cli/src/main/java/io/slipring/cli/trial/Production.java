/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.cli.trial;

import io.slipring.cli.command.CommandFailure;
import io.slipring.cli.produce.Pacer;
import io.slipring.cli.produce.RowSender;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

/** Produces a workload at a steady rate, in a thread of its own. Thread-safe. */
public final class Production implements AutoCloseable {
    private final Workload workload;
    private final RowSender sender;
    private final Pacer pacer;
    private final CompletableFuture<Long> recordsPerSecond = new CompletableFuture<>();
    private final Thread thread;
    private volatile boolean stopping;

    /**
     * Starts producing.
     *
     * @param sender stays the caller's
     */
    public Production(Workload workload, RowSender sender, double rate) {
        this.workload = workload;
        this.sender = sender;
        this.pacer = Pacer.atRate(rate);
        this.thread = new Thread(this::run, "trial-producer");
        thread.setDaemon(true);
        thread.start();
    }

    private void run() {
        long start = System.nanoTime();
        try {
            workload.forEach(sample -> {
                if (stopping) {
                    throw new CommandFailure("the production was stopped");
                }
                pacer.await();
                sender.send(sample.row());
            });
            sender.finish();
            double seconds = Math.max(1e-9, (System.nanoTime() - start) / 1e9);
            recordsPerSecond.complete(Math.round(sender.acknowledged() / seconds));
        } catch (Exception e) {
            recordsPerSecond.completeExceptionally(e);
        }
    }

    /** Whether everything was produced and acknowledged, or the production failed. */
    public boolean finished() {
        return recordsPerSecond.isDone();
    }

    /**
     * Waits for the end.
     *
     * @return records acknowledged a second
     * @throws CommandFailure if a record could not be delivered
     */
    public long recordsPerSecond() {
        try {
            return recordsPerSecond.join();
        } catch (CompletionException e) {
            Throwable cause = e.getCause() == null ? e : e.getCause();
            throw new CommandFailure("the production failed: " + cause.getMessage(), cause);
        }
    }

    @Override
    public void close() {
        stopping = true;
    }
}
