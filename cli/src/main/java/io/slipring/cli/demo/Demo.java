/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.cli.demo;

import io.slipring.cli.produce.RowSender;
import io.slipring.cli.progress.HandoffProgress;
import io.slipring.cli.ring.PlannedChange;
import io.slipring.cli.terminal.Terminal;
import io.slipring.cli.trial.Comparison;
import io.slipring.cli.trial.KeyTotals;
import io.slipring.cli.trial.OutputFollower;
import io.slipring.cli.trial.OutputLedger;
import io.slipring.cli.trial.Patience;
import io.slipring.cli.trial.Production;
import io.slipring.cli.trial.Workload;
import io.slipring.ring.RingDiff;
import io.slipring.ring.Tokens;
import io.slipring.testkit.OffsetWatch;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * One run of the demo: start, produce, grow halfway, wait until everything was counted, recount, compare.
 *
 * <p>The recount reads the input again and shares no code with the application but the parsing of rows. It is compared with
 * the last update of each key in the output topic, read with committed transactions only, and with what the instances hold
 * in their stores.
 */
final class Demo {
    private static final long TICK_NANOS = TimeUnit.SECONDS.toNanos(1);
    private static final long WAIT_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

    private final DemoSettings settings;
    private final Workload workload;
    private final Terminal terminal;
    private final LiveLine live;

    Demo(DemoSettings settings, Workload workload, Terminal terminal) {
        this.settings = settings;
        this.workload = workload;
        this.terminal = terminal;
        this.live = new LiveLine(terminal.glyphs());
    }

    DemoReport run() throws IOException, InterruptedException {
        terminal.line("Producing %s at %,.0f/s into %d shards, %d more halfway"
                .formatted(workload.describe(), settings.rate(), settings.shards(), settings.addShards()));
        try (DemoCluster cluster = DemoCluster.start(settings, workload.field());
                OutputFollower output = new OutputFollower(cluster.client(), cluster.outputPartitions());
                RowSender sender = cluster.sender();
                OffsetWatch offsets = new OffsetWatch(
                        cluster.admin(), DemoCluster.APPLICATION, cluster.inputPartitions(), sender::endOffset);
                Production production = new Production(workload, sender, settings.rate())) {
            try (Growth growth = watch(cluster, output, sender, offsets, production)) {
                long producedPerSecond = production.recordsPerSecond();
                offsets.stop();
                return report(cluster, output, offsets, growth, producedPerSecond);
            }
        }
    }

    /** Shows a line a second, starts the growth halfway, and returns when all is counted or nothing moves any more. */
    private Growth watch(
            DemoCluster cluster, OutputFollower output, RowSender sender, OffsetWatch offsets, Production production) {
        Patience patience = new Patience(settings.patience());
        Growth growth = null;
        List<Long> committedBefore = offsets.committed();
        long producedBefore = 0;
        long start = System.nanoTime();
        long second = 0;
        boolean shown = false;
        while (true) {
            if (growth == null && (sender.acknowledged() >= workload.records() / 2 || production.finished())) {
                terminal.line("      adding %d shard(s)".formatted(settings.addShards()));
                growth = new Growth(cluster);
            }
            boolean counted = production.finished() && output.records() >= workload.records();
            boolean settled = growth != null && growth.finished();
            boolean stuck = production.finished()
                    && patience.lost(output.records() + offsets.committed().hashCode());
            if (growth != null && !shown && growth.progress() != null) {
                terminal.draw(handoff(growth));
                if (settled) {
                    terminal.line(handoff(growth));
                    shown = true;
                }
            }
            boolean over = (counted && settled) || stuck;
            if (over || System.nanoTime() - start >= (second + 1) * TICK_NANOS) {
                second++;
                List<Long> committed = offsets.committed();
                long produced = sender.acknowledged();
                long behind =
                        produced - committed.stream().mapToLong(Long::longValue).sum();
                terminal.line(live.of(second, produced - producedBefore, minus(committed, committedBefore), behind));
                if (growth != null && !shown && growth.progress() != null) {
                    terminal.line(handoff(growth));
                }
                committedBefore = committed;
                producedBefore = produced;
            }
            if (over && growth != null) {
                return growth;
            }
            LockSupport.parkNanos(WAIT_NANOS);
        }
    }

    private String handoff(Growth growth) {
        HandoffProgress progress = growth.progress();
        return progress == null
                ? ""
                : live.handoff(progress, (growth.finished() ? growth.handoff() : growth.sincePublished()).toMillis());
    }

    private static List<Long> minus(List<Long> now, List<Long> before) {
        List<Long> difference = new ArrayList<>(now.size());
        for (int i = 0; i < now.size(); i++) {
            difference.add(now.get(i) - before.get(i));
        }
        return difference;
    }

    private DemoReport report(
            DemoCluster cluster, OutputFollower output, OffsetWatch offsets, Growth growth, long producedPerSecond)
            throws IOException, InterruptedException {
        terminal.draw("      recounting the input");
        growth.close();
        Map<String, KeyTotals> expected = recount();
        Comparison stores = new Comparison(expected);
        cluster.forEachKey(stores::accept);
        stores.finish();
        OutputLedger ledger = output.finish();
        Comparison updates = new Comparison(expected);
        ledger.compare(updates);
        updates.finish();

        Set<String> mismatched = new HashSet<>(stores.mismatched());
        mismatched.addAll(updates.mismatched());
        cluster.failureReason().ifPresent(reason -> terminal.line("      application failed: " + reason));
        PlannedChange change = growth.change();
        RingDiff diff = RingDiff.between(change.before(), change.after());
        long keysMoved =
                expected.keySet().stream().filter(key -> moves(key, change)).count();
        int shardsAfter = settings.shards() + settings.addShards();
        return new DemoReport(
                expected.values().stream().mapToLong(KeyTotals::count).sum(),
                expected.size(),
                change.before().shards().size(),
                change.after().shards().size(),
                change.before().requiredPartitions(),
                change.after().requiredPartitions(),
                diff.movedFraction(),
                keysMoved,
                (double) keysMoved / expected.size(),
                (double) settings.addShards() / shardsAfter,
                growth.handoff().toMillis(),
                Math.max(stores.lost(), updates.lost()),
                Math.max(stores.duplicated(), updates.duplicated()),
                mismatched.size(),
                ledger.understated(),
                cluster.failures(),
                producedPerSecond,
                offsets.maxGapMillis());
    }

    private static boolean moves(String key, PlannedChange change) {
        int vnode = Tokens.vnode(key.getBytes(StandardCharsets.UTF_8));
        return change.before().partitionOfVnode(vnode) != change.after().partitionOfVnode(vnode);
    }

    private Map<String, KeyTotals> recount() throws IOException, InterruptedException {
        Map<String, KeyTotals> totals = new HashMap<>();
        workload.forEach(sample ->
                totals.computeIfAbsent(sample.key(), key -> new KeyTotals()).add(sample.number()));
        return totals;
    }
}
