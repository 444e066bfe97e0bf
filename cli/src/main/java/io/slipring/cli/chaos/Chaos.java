/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.cli.chaos;

import io.slipring.cli.terminal.Terminal;
import io.slipring.cli.trial.OutputLedger;
import io.slipring.cli.trial.Patience;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** One run: start, produce, change the ring and kill processes for a time, let everything come to rest, stop, recount. */
final class Chaos {
    private static final Duration QUIET = Duration.ofSeconds(3);
    private static final Duration PATIENCE = Duration.ofMinutes(1);
    private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(100);
    private static final int PLAIN_LINE_SECONDS = 10;

    private final ChaosSettings settings;
    private final ChaosFolder folder;
    private final Terminal terminal;

    Chaos(ChaosSettings settings, ChaosFolder folder, Terminal terminal) {
        this.settings = settings;
        this.folder = folder;
        this.terminal = terminal;
    }

    ChaosReport run() throws IOException {
        terminal.line("Starting %d brokers and %d instances, seed %d"
                .formatted(ChaosSettings.BROKERS, ChaosSettings.INSTANCES, settings.seed()));
        try (Stage stage = Stage.start(settings, folder, terminal);
                RingLane ring =
                        new RingLane(settings.ringChanges(stage.cluster().first()), stage, terminal);
                FaultLane faults = new FaultLane(settings.faults(), settings.maxFaults(), stage, terminal)) {
            long start = System.nanoTime();
            watch(
                    start,
                    settings.duration(),
                    () -> ring.lane().isOver() || faults.lane().isOver(),
                    stage,
                    ring,
                    faults);
            ring.lane().finish();
            faults.lane().finish();
            long seconds = TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - start);
            // Whatever a frozen instance reported late is reported anew while records flow.
            watch(System.nanoTime(), QUIET, () -> false, stage, ring, faults);
            stage.traffic().finish();
            boolean drained = drain(stage);
            stage.offsets().stop();
            AppInstance.stop(stage.cluster().instances())
                    .forEach(app -> terminal.line("      app " + app.number() + " did not stop, and was killed"));
            terminal.draw("      recounting");
            OutputLedger ledger = stage.output().finish();
            Recount recount = Recount.of(stage.cluster().client(), ledger);
            recount.differences().forEach(difference -> terminal.line("      " + difference));
            Timings timings =
                    Timings.of(stage.recoveries().over(), stage.handoffs().all());
            return report(seconds, faults, ring, stage, drained, ledger, recount, timings);
        }
    }

    /** Lets time pass while all goes on; shows it, starts instances that ended by themselves, ends early if that is over. */
    private void watch(long start, Duration time, BooleanSupplier over, Stage stage, RingLane ring, FaultLane faults) {
        long shown = 0;
        while (System.nanoTime() - start < time.toNanos() && !over.getAsBoolean()) {
            stage.traffic().requireNoFailure();
            stage.cluster().instances().forEach(AppInstance::reviveIfDead);
            long second = TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - start);
            if (second > shown) {
                shown = second;
                show(second, stage, ring, faults);
            }
            LockSupport.parkNanos(LOOK_NANOS);
        }
    }

    private void show(long second, Stage stage, RingLane ring, FaultLane faults) {
        String line = String.format(
                Locale.ROOT,
                "%4ds  produced %,d  behind %,d  faults %d  ring changes %d",
                second,
                stage.traffic().acknowledged(),
                stage.behind(),
                sum(faults.faults()),
                sum(ring.changes()));
        if (second % PLAIN_LINE_SECONDS == 0) {
            terminal.line(line);
        } else {
            terminal.draw(line);
        }
    }

    private static int sum(Map<?, Integer> counts) {
        return counts.values().stream().mapToInt(Integer::intValue).sum();
    }

    /** Waits until everything was processed and handed off; says what was waited for if nothing moves any more. */
    private boolean drain(Stage stage) {
        Patience patience = new Patience(PATIENCE);
        List<Long> ends = stage.acknowledgedEnds();
        while (true) {
            long behind = stage.behind();
            String handoff = stage.handoffs().waitingFor();
            List<Long> committed = stage.offsets().committed();
            if (behind == 0 && handoff.isEmpty() && committed.equals(ends)) {
                return true;
            }
            if (patience.lost(31 * (31 * behind + committed.hashCode()) + handoff.hashCode())) {
                terminal.line(
                        "      nothing has moved for %d s: %,d records are not in the output, offsets are %s of %s; %s"
                                .formatted(PATIENCE.toSeconds(), behind, committed, ends, handoff));
                return false;
            }
            terminal.draw("      waiting until everything is processed: %,d left".formatted(behind));
            LockSupport.parkNanos(LOOK_NANOS);
        }
    }

    private ChaosReport report(
            long seconds,
            FaultLane faults,
            RingLane ring,
            Stage stage,
            boolean drained,
            OutputLedger ledger,
            Recount recount,
            Timings timings) {
        return new ChaosReport(
                settings.seed(),
                settings.minutes(),
                seconds,
                faults.counts(),
                sum(faults.counts()),
                sum(ring.changes()),
                ring.changes(),
                stage.traffic().acknowledged(),
                recount.records(),
                recount.keys(),
                drained,
                recount.lost(),
                recount.duplicated(),
                recount.mismatchedKeys(),
                ledger.understated(),
                stage.cluster().instances().stream()
                        .mapToInt(AppInstance::exits)
                        .sum(),
                stage.offsets().maxGapMillis(),
                timings.singleKills().medianMillis(),
                timings.singleKills().maxMillis(),
                timings.recoveries(),
                timings.handoffs(),
                timings.handoffAfterRecoveryMaxMillis());
    }
}
