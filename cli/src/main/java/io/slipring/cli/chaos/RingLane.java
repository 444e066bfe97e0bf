/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.cli.chaos;

import io.slipring.admin.GrowthResult;
import io.slipring.admin.RingGrowth;
import io.slipring.cli.command.CommandFailure;
import io.slipring.cli.terminal.Terminal;
import io.slipring.ring.source.ControlPlane;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.apache.kafka.common.KafkaException;

/**
 * Changes the ring as planned, in a thread of its own, whatever happens to the processes meanwhile. A change that fails
 * because brokers are down is repeated, which publishing allows. Thread-safe.
 */
final class RingLane implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final Duration RETRY = Duration.ofMillis(500);

    private final RingPlan plan;
    private final Stage stage;
    private final ControlPlane plane;
    private final RingGrowth growth;
    private final Terminal terminal;
    private final Lane lane;
    private final Map<String, Integer> changes = new TreeMap<>();

    /** Starts changing. */
    RingLane(RingPlan plan, Stage stage, Terminal terminal) {
        this.plan = plan;
        this.stage = stage;
        this.plane = ControlPlane.of(stage.cluster().control());
        this.growth = new RingGrowth(stage.cluster().admin(), stage.cluster().control());
        this.terminal = terminal;
        this.lane = new Lane("chaos-ring", this::turn);
    }

    private void turn(Lane running) throws InterruptedException {
        RingStep step = plan.next();
        if (running.pause(step.pause())) {
            publish(step);
            count(step);
            stage.handoffs().published(step.after(), System.nanoTime());
            stage.traffic().published(step.after());
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
                Thread.sleep(RETRY.toMillis());
            }
        }
    }

    private synchronized void count(RingStep step) {
        changes.merge(step.kind(), 1, Integer::sum);
    }

    /** Changes published so far, by kind. */
    synchronized Map<String, Integer> changes() {
        return new TreeMap<>(changes);
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
