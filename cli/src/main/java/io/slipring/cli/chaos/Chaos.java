/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.cli.chaos;

import io.slipring.cli.chaos.HandoffWatch.Handoff;
import io.slipring.cli.chaos.Recoveries.Recovery;
import io.slipring.cli.terminal.Terminal;
import io.slipring.cli.trial.OffsetWatch;
import io.slipring.cli.trial.OutputFollower;
import io.slipring.cli.trial.OutputLedger;
import io.slipring.cli.trial.Patience;
import io.slipring.cli.trial.ProgressFollower;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.stream.IntStream;

/** One run: start, produce, change the ring and kill processes for a time, let everything come to rest, stop, recount. */
final class Chaos {
    private static final Duration QUIET = Duration.ofSeconds(3);
    private static final Duration PATIENCE = Duration.ofMinutes(1);
    private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(100);
    private static final int PLAIN_LINE_SECONDS = 10;

    private final ChaosSettings settings;
    private final ChaosFolder folder;
    private final Terminal terminal;
    private int appExits;

    Chaos(ChaosSettings settings, ChaosFolder folder, Terminal terminal) {
        this.settings = settings;
        this.folder = folder;
        this.terminal = terminal;
    }

    ChaosReport run() throws Exception {
        terminal.line("Starting %d brokers and %d instances, seed %d"
                .formatted(ChaosSettings.BROKERS, ChaosSettings.INSTANCES, settings.seed()));
        Recoveries recoveries = new Recoveries();
        try (ChaosCluster cluster = ChaosCluster.start(settings, folder);
                Traffic traffic = new Traffic(settings, cluster, folder);
                OutputFollower output = new OutputFollower(cluster.client(), cluster.outputPartitions());
                OffsetWatch offsets = new OffsetWatch(
                        cluster.admin(),
                        ChaosCluster.APPLICATION,
                        cluster.inputPartitions(),
                        traffic::endOffset,
                        recoveries::observe);
                HandoffWatch handoffs = new HandoffWatch(
                        new ProgressFollower(
                                cluster.client(),
                                cluster.control().topic(),
                                ChaosCluster.RING,
                                ChaosCluster.APPLICATION),
                        cluster.first())) {
            return run(cluster, traffic, output, offsets, handoffs, recoveries);
        }
    }

    private ChaosReport run(
            ChaosCluster cluster,
            Traffic traffic,
            OutputFollower output,
            OffsetWatch offsets,
            HandoffWatch handoffs,
            Recoveries recoveries) {
        long start = System.nanoTime();
        try (RingLane ring = new RingLane(
                        settings.ringChanges(cluster.first()),
                        cluster.admin(),
                        cluster.control(),
                        (step, now) -> {
                            handoffs.published(step.after(), now);
                            traffic.published(step.after());
                        },
                        terminal);
                FaultLane faults = new FaultLane(
                        settings.faults(), settings.maxFaults(), cluster, recoveries, () -> ends(traffic), terminal)) {
            BooleanSupplier over = () -> ring.lane().isOver() || faults.lane().isOver();
            watch(start, settings.duration(), over, cluster, traffic, output, ring, faults);
            ring.lane().finish();
            faults.lane().finish();
            long seconds = TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - start);
            // Whatever a frozen instance reported late is reported anew while records flow.
            watch(System.nanoTime(), QUIET, () -> false, cluster, traffic, output, ring, faults);
            traffic.finish();
            boolean drained = drain(traffic, output, offsets, handoffs);
            offsets.stop();
            AppInstance.stop(cluster.instances())
                    .forEach(app -> terminal.line("      app " + app.number() + " did not stop, and was killed"));
            terminal.draw("      recounting");
            OutputLedger ledger = output.finish();
            Recount recount = Recount.of(cluster.client(), ledger);
            recount.differences().forEach(difference -> terminal.line("      " + difference));
            return report(
                    seconds, faults, ring, traffic, recount, drained, ledger, offsets, recoveries, handoffs.handoffs());
        }
    }

    private static List<Long> ends(Traffic traffic) {
        return IntStream.range(0, ChaosSettings.MAX_SHARDS)
                .mapToObj(traffic::endOffset)
                .toList();
    }

    /** Lets time pass while all goes on; shows it, starts instances that ended by themselves, ends early if that is over. */
    private void watch(
            long start,
            Duration time,
            BooleanSupplier over,
            ChaosCluster cluster,
            Traffic traffic,
            OutputFollower output,
            RingLane ring,
            FaultLane faults) {
        long shown = 0;
        while (System.nanoTime() - start < time.toNanos() && !over.getAsBoolean()) {
            traffic.requireNoFailure();
            cluster.instances().stream().filter(AppInstance::reviveIfDead).forEach(app -> {
                appExits++;
                terminal.line("      app " + app.number() + " ended by itself; started again");
            });
            long second = TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - start);
            if (second > shown) {
                shown = second;
                show(second, traffic, output, ring, faults);
            }
            LockSupport.parkNanos(LOOK_NANOS);
        }
    }

    private void show(long second, Traffic traffic, OutputFollower output, RingLane ring, FaultLane faults) {
        String line = String.format(
                Locale.ROOT,
                "%4ds  produced %,d  behind %,d  faults %d  ring changes %d",
                second,
                traffic.acknowledged(),
                Math.max(0, traffic.acknowledged() - output.records()),
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
    private boolean drain(Traffic traffic, OutputFollower output, OffsetWatch offsets, HandoffWatch handoffs) {
        Patience patience = new Patience(PATIENCE);
        long produced = traffic.acknowledged();
        while (true) {
            long counted = output.records();
            String handoff = handoffs.waitingFor();
            List<Long> committed = offsets.committed();
            if (counted == produced && handoff.isEmpty() && committed.equals(ends(traffic))) {
                return true;
            }
            if (patience.lost(31 * (31 * counted + committed.hashCode()) + handoff.hashCode())) {
                terminal.line("      nothing has moved for %d s: output has %,d of %,d records, offsets %s of %s; %s"
                        .formatted(PATIENCE.toSeconds(), counted, produced, committed, ends(traffic), handoff));
                return false;
            }
            terminal.draw("      waiting until everything is processed: %,d left".formatted(produced - counted));
            LockSupport.parkNanos(LOOK_NANOS);
        }
    }

    private ChaosReport report(
            long seconds,
            FaultLane faults,
            RingLane ring,
            Traffic traffic,
            Recount recount,
            boolean drained,
            OutputLedger ledger,
            OffsetWatch offsets,
            Recoveries recoveries,
            List<Handoff> handoffs) {
        Map<String, Integer> counts = new LinkedHashMap<>();
        Map<String, Times> times = new LinkedHashMap<>();
        for (FaultKind kind : FaultKind.values()) {
            counts.put(kind.label(), faults.faults().getOrDefault(kind, 0));
            times.put(
                    kind.label(),
                    Times.of(recoveries.over().stream()
                            .filter(recovery -> recovery.kind() == kind)
                            .map(Recovery::duration)
                            .toList()));
        }
        List<Recovery> kills = recoveries.over().stream()
                .filter(recovery -> recovery.kind().isSingleKill())
                .toList();
        Times killed = Times.of(kills.stream().map(Recovery::duration).toList());
        return new ChaosReport(
                settings.seed(),
                settings.minutes(),
                seconds,
                counts,
                sum(counts),
                sum(ring.changes()),
                new TreeMap<>(ring.changes()),
                traffic.acknowledged(),
                recount.records(),
                recount.keys(),
                drained,
                recount.lost(),
                recount.duplicated(),
                recount.mismatchedKeys(),
                ledger.understated(),
                appExits,
                offsets.maxGapMillis(),
                killed.medianMillis(),
                killed.maxMillis(),
                times,
                Times.of(handoffs.stream()
                        .filter(handoff -> handoff.endNanos().isPresent())
                        .map(Handoff::duration)
                        .toList()),
                handoffAfterRecovery(kills, handoffs));
    }

    private static long handoffAfterRecovery(List<Recovery> kills, List<Handoff> handoffs) {
        long longest = 0;
        for (Recovery kill : kills) {
            for (Handoff handoff : handoffs) {
                boolean during = handoff.publishedNanos() <= kill.startNanos()
                        && handoff.endNanos().orElse(Long.MAX_VALUE) > kill.startNanos();
                if (during && handoff.endNanos().isPresent()) {
                    longest = Math.max(longest, handoff.endNanos().getAsLong() - kill.endNanos());
                }
            }
        }
        return TimeUnit.NANOSECONDS.toMillis(longest);
    }
}
