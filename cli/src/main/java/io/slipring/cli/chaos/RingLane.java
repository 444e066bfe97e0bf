/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.cli.chaos;

import io.slipring.admin.GrowthResult;
import io.slipring.admin.RingGrowth;
import io.slipring.cli.command.CommandFailure;
import io.slipring.cli.terminal.Terminal;
import io.slipring.ring.source.ControlPlane;
import io.slipring.ring.source.ControlTopicConfig;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.KafkaException;

/**
 * Changes the ring as planned, in a thread of its own, whatever happens to the processes meanwhile. A change that fails
 * because brokers are down is repeated, which publishing allows. Thread-safe.
 */
final class RingLane implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final Duration RETRY = Duration.ofMillis(500);

    private final RingPlan plan;
    private final ControlPlane plane;
    private final RingGrowth growth;
    private final Listener listener;
    private final Terminal terminal;
    private final Lane lane;
    private final Map<String, Integer> changes = new TreeMap<>();
    private int retries;

    /** Told of every change right after it was published. */
    @FunctionalInterface
    interface Listener {
        void published(RingStep step, long nowNanos);
    }

    /** Starts changing. */
    RingLane(RingPlan plan, Admin admin, ControlTopicConfig control, Listener listener, Terminal terminal) {
        this.plan = plan;
        this.plane = ControlPlane.of(control);
        this.growth = new RingGrowth(admin, control);
        this.listener = listener;
        this.terminal = terminal;
        this.lane = new Lane("chaos-ring", this::turn);
    }

    private void turn(Lane running) throws InterruptedException {
        RingStep step = plan.next();
        if (running.pause(step.pause())) {
            publish(step);
            count(step);
            listener.published(step, System.nanoTime());
            terminal.line("      ring: %s, epoch %d"
                    .formatted(step.what(), step.after().epoch().value()));
        }
    }

    private void publish(RingStep step) throws InterruptedException {
        long start = System.nanoTime();
        while (true) {
            try {
                GrowthResult unused = growth.execute(growth.plan(
                        step.after(),
                        Optional.of(step.before().epoch()),
                        plane.read().apps(ChaosCluster.RING)));
                return;
            } catch (KafkaException e) {
                if (System.nanoTime() - start > PATIENCE.toNanos()) {
                    throw new CommandFailure(
                            "epoch %d (%s) could not be published within %d s: %s"
                                    .formatted(
                                            step.after().epoch().value(),
                                            step.what(),
                                            PATIENCE.toSeconds(),
                                            e.getMessage()),
                            e);
                }
                countRetry();
                Thread.sleep(RETRY.toMillis());
            }
        }
    }

    private synchronized void count(RingStep step) {
        changes.merge(step.kind(), 1, Integer::sum);
    }

    private synchronized void countRetry() {
        retries++;
    }

    /** Changes published so far, by kind. */
    synchronized Map<String, Integer> changes() {
        return new TreeMap<>(changes);
    }

    /** How many times a change had to be repeated because the brokers didn't answer. */
    synchronized int retries() {
        return retries;
    }

    /** The thread that it runs in. */
    Lane lane() {
        return lane;
    }

    @Override
    public void close() {
        lane.close();
        plane.close();
    }
}
