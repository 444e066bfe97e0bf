/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.ring.source;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Runs tasks on a thread each, from one moment on, each with random numbers of its own; fails as the first of them does. */
public final class Together {
    /** The seed of all tests of this kind; {@code -Dstress.seed=S} tries others. */
    public static final long SEED = Long.getLong("stress.seed", 1);

    /** Long enough for a machine under load; a test that takes longer hangs. */
    public static final Duration DEADLINE = Duration.ofMinutes(2);

    private Together() {}

    /** What a thread does. */
    @FunctionalInterface
    public interface Task {
        /** Does it. */
        void run(SplittableRandom random) throws Exception;
    }

    /** Runs them and waits for them. */
    public static void run(long seed, List<Task> tasks) throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(tasks.size());
        CyclicBarrier start = new CyclicBarrier(tasks.size());
        try {
            List<Future<?>> running = new ArrayList<>();
            for (int i = 0; i < tasks.size(); i++) {
                Task task = tasks.get(i);
                SplittableRandom random = new SplittableRandom(seed * 1_000 + i);
                running.add(threads.submit(() -> {
                    start.await();
                    task.run(random);
                    return null;
                }));
            }
            Deadline deadline = Deadline.in(DEADLINE);
            for (Future<?> task : running) {
                task.get(deadline.remainingMillis(), TimeUnit.MILLISECONDS);
            }
        } catch (ExecutionException e) {
            throw new AssertionError(
                    "of -Dstress.seed=" + seed + ": " + e.getCause().getMessage(), e.getCause());
        } catch (TimeoutException e) {
            throw new AssertionError("threads must end within " + DEADLINE + " (-Dstress.seed=" + seed + ")", e);
        } finally {
            threads.shutdownNow();
        }
    }
}
