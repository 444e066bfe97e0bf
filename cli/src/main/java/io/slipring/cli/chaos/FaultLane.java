/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.cli.chaos;

import io.slipring.cli.chaos.Recoveries.Recovery;
import io.slipring.cli.command.CommandFailure;
import io.slipring.cli.terminal.Terminal;
import java.time.Duration;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/**
 * Does to the processes what was planned, one fault after the other, in a thread of its own: the next one comes when all
 * processes run again and what had been acknowledged before is processed. Thread-safe.
 */
final class FaultLane implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofMinutes(5);
    private static final Duration LOOK = Duration.ofMillis(20);

    private final FaultPlan plan;
    private final int maxFaults;
    private final Stage stage;
    private final Terminal terminal;
    private final Lane lane;
    private final Map<FaultKind, Integer> faults = new EnumMap<>(FaultKind.class);

    /**
     * Starts.
     *
     * @param maxFaults after how many it ends by itself
     */
    FaultLane(FaultPlan plan, int maxFaults, Stage stage, Terminal terminal) {
        this.plan = plan;
        this.maxFaults = maxFaults;
        this.stage = stage;
        this.terminal = terminal;
        this.lane = new Lane("chaos-faults", this::turn);
    }

    private void turn(Lane running) throws InterruptedException {
        Fault fault = plan.next();
        if (running.pause(fault.pause())) {
            terminal.line("      " + fault.describe());
            Recovery recovery = stage.recoveries().begin(fault.kind(), System.nanoTime(), stage.acknowledgedEnds());
            inflict(fault);
            await(fault, recovery);
            if (count(fault) >= maxFaults) {
                running.stop();
            }
            terminal.line(String.format(
                    Locale.ROOT,
                    "      recovered in %.1f s",
                    recovery.duration().toMillis() / 1e3));
        }
    }

    private void inflict(Fault fault) throws InterruptedException {
        ChaosCluster cluster = stage.cluster();
        AppInstance app = cluster.instances().get(fault.app());
        long down = fault.down().toMillis();
        switch (fault.kind()) {
            case APP_KILL -> {
                app.kill();
                Thread.sleep(down);
                app.start();
                app.awaitReady();
            }
            case APP_FREEZE -> {
                app.freeze();
                Thread.sleep(down);
                app.thaw();
            }
            case BROKER_KILL -> {
                cluster.brokers().kill(fault.broker());
                Thread.sleep(down);
                restart(fault.broker());
            }
            case APP_AND_BROKER_KILL -> {
                cluster.brokers().kill(fault.broker());
                app.kill();
                Thread.sleep(down);
                app.start();
                restart(fault.broker());
                app.awaitReady();
            }
            case APPS_RESTART -> {
                cluster.instances().forEach(AppInstance::kill);
                Thread.sleep(down);
                cluster.instances().forEach(AppInstance::start);
                cluster.instances().forEach(AppInstance::awaitReady);
            }
            case BROKERS_IN_TURN -> {
                for (int i = 0; i < ChaosSettings.BROKERS; i++) {
                    int broker = (fault.broker() + i) % ChaosSettings.BROKERS;
                    cluster.brokers().kill(broker);
                    restart(broker);
                }
            }
        }
    }

    private void restart(int broker) {
        stage.cluster().brokers().restart(broker);
        stage.cluster().brokers().awaitHealthy(PATIENCE);
    }

    private static void await(Fault fault, Recovery recovery) throws InterruptedException {
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        while (!recovery.isOver()) {
            if (System.nanoTime() > deadline) {
                throw new CommandFailure("processing did not recover within %d s after %s: %s"
                        .formatted(PATIENCE.toSeconds(), fault.describe(), recovery.waitingFor()));
            }
            Thread.sleep(LOOK.toMillis());
        }
    }

    /** Counts a fault; returns how many there were. */
    private synchronized int count(Fault fault) {
        faults.merge(fault.kind(), 1, Integer::sum);
        return faults.values().stream().mapToInt(Integer::intValue).sum();
    }

    /** Faults so far, by kind. */
    synchronized Map<FaultKind, Integer> faults() {
        return new EnumMap<>(faults);
    }

    /** The same by name, with those that there were none of. */
    Map<String, Integer> counts() {
        Map<FaultKind, Integer> seen = faults();
        Map<String, Integer> counts = new LinkedHashMap<>();
        for (FaultKind kind : FaultKind.values()) {
            counts.put(kind.label(), seen.getOrDefault(kind, 0));
        }
        return counts;
    }

    /** The thread that it runs in. */
    Lane lane() {
        return lane;
    }

    @Override
    public void close() {
        lane.close();
    }
}
