/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.processor.core;

import io.slipring.ring.Ring;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * Real cores in a world of the plan's making: partitions, transactions, crashes, delays and epochs. Checks every commit, and
 * at the end that the world comes to rest with every record counted once.
 */
final class Simulation {
    /** Rounds in which a world must come to rest: far more than the longest chain of handoffs takes at the least budget. */
    private static final int MAX_ROUNDS = 10_000;

    private static final long[] PAUSES = {
        0, TimeUnit.MILLISECONDS.toNanos(1), TimeUnit.MILLISECONDS.toNanos(100), TimeUnit.SECONDS.toNanos(1)
    };

    private final SimPlan plan;
    private final Optional<Consumer<String>> trace;
    private final List<Ring> pool;
    private final List<Integer> published;
    private final List<List<Record>> sources = new ArrayList<>();
    private final List<SimLog> transfers = new ArrayList<>();
    private final List<SimTask> tasks = new ArrayList<>();
    private final Deque<SimLog.Transaction> hanging = new ArrayDeque<>();
    private final Oracle oracle;
    private int at;

    private Simulation(SimPlan plan, Fault fault, Optional<Consumer<String>> trace) {
        this.plan = plan;
        this.trace = trace;
        this.pool = SimRings.pool(plan.partitions(), plan.wide());
        this.published = new ArrayList<>(plan.published());
        this.oracle = new Oracle(this);
        for (int partition = 0; partition < plan.partitions(); partition++) {
            sources.add(new ArrayList<>());
            transfers.add(new SimLog());
            tasks.add(new SimTask(partition, this, fault));
        }
    }

    /** A source record: of a key, the how manieth, and when. */
    record Record(int key, int bit, long timestamp) {}

    /** Runs a plan; throws a {@link Violation} if a promise is broken. */
    static void run(SimPlan plan, Fault fault) {
        run(plan, fault, Optional.empty());
    }

    /** The same, telling what happens. */
    static void run(SimPlan plan, Fault fault, Optional<Consumer<String>> trace) {
        new Simulation(plan, fault, trace).run();
    }

    private void run() {
        try {
            for (SimTask task : tasks) {
                if (plan.started().get(task.partition())) {
                    task.start(newest());
                }
            }
            for (SimPlan.Step step : plan.steps()) {
                trace(() -> "- " + step);
                apply(step);
                at++;
            }
            trace(() -> "- rest");
            rest();
            trace(() -> "- erase at rest");
            eraseAtRest();
        } catch (RuntimeException e) {
            throw new Violation(
                    (at < plan.steps().size() ? "step " + plan.steps().get(at) : "coming to rest") + ": "
                            + e.getMessage(),
                    e);
        }
    }

    private void apply(SimPlan.Step step) {
        SimTask task = tasks.get(step.task());
        int a = step.a();
        int b = step.b();
        switch (step.kind()) {
            case PRODUCE -> produce(plan.keys().get(a % plan.keys().size()), step.task(), b);
            case PUBLISH -> publish(a, b);
            case SEE -> task.see(newest() - b % 3);
            case ROUND ->
                tasks.stream().filter(SimTask::isRunning).forEach(running -> {
                    running.see(newest());
                    List.of(SimPlan.Kind.READ, SimPlan.Kind.RECEIVE, SimPlan.Kind.TICK, SimPlan.Kind.COMMIT)
                            .forEach(kind -> attempt(running, kind, a, b));
                });
            case EXPIRE -> expire();
            case ERASE -> erase(plan.keys().get(a % (1 + plan.keys().size() / 4)));
            case START -> {
                if (!task.isRunning()) {
                    task.start(1 + a % newest());
                }
            }
            default -> {
                if (task.isRunning()) {
                    attempt(task, step.kind(), a, b);
                }
            }
        }
    }

    /** Runs a step of a task, whose failure may be swallowed; then the core must refuse every other. */
    private void attempt(SimTask task, SimPlan.Kind kind, int a, int b) {
        try {
            run(task, kind, a, b);
        } catch (SimTask.InjectedFailure e) {
            trace(() -> "fails");
            if (b % 2 == 0) {
                restart(task);
            }
        } catch (IllegalStateException e) {
            if (!task.hasFailed()) {
                throw e;
            }
            trace(() -> "refuses");
            if (kind == SimPlan.Kind.COMMIT) {
                restart(task);
            }
        }
    }

    private void restart(SimTask task) {
        task.crash().state = SimLog.State.ABORTED;
        task.start(newest());
    }

    private void run(SimTask task, SimPlan.Kind kind, int a, int b) {
        switch (kind) {
            case READ -> task.read(1 + a % 6);
            case RECEIVE -> task.receive(1 + a % 4);
            case TICK -> {
                task.sleep(PAUSES[a % (plan.starved() ? 2 : PAUSES.length)]);
                task.tick();
            }
            case COMMIT -> {
                task.commit();
                Violation.unless(!task.hasFailed(), "task %d commits what failed half-way", task.partition());
            }
            case FLUSH -> task.flush();
            case FAIL -> task.failAfter(1 + a % 12);
            case CRASH -> {
                SimLog.Transaction open = task.crash();
                if (b % 3 == 0) {
                    hanging.add(open);
                } else {
                    open.state = SimLog.State.ABORTED;
                }
                if (a % 3 > 0) {
                    task.start(1 + a % newest());
                }
            }
            default -> throw new IllegalArgumentException(kind.name());
        }
    }

    /** Writes some records, to where a ring of some epoch says, or anywhere. */
    private void produce(int key, int anywhere, int b) {
        for (int n = 1 + b % 3; n > 0; n--) {
            int route = b / 3 % 4;
            int epoch = route == 0 ? newest() : 1 + b / 12 % newest();
            int partition =
                    route < 2 ? ring(epoch).partitionOfVnode(SimKeys.vnode(key)) : (anywhere + n) % tasks.size();
            long timestamp = plan.windows().cells().areWindows()
                    ? Math.max(0, 10L * at - b * 31L * n % (plan.disorder() + 1))
                    : b * 31L * n % plan.disorder();
            int bit = b % 17 == 0 ? Mask.OfRecords.REFUSED : oracle.produce(key, timestamp);
            trace(() -> "key " + key + " to " + partition);
            sources.get(partition).add(new Record(key, bit, timestamp));
        }
    }

    private void publish(int a, int b) {
        if (newest() < SimPlan.MAX_EPOCHS) {
            boolean revert = a % 3 == 0;
            published.add(revert ? published.get(b % published.size()) : b % pool.size());
            trace(() -> "table " + published.get(newest() - 1));
        }
    }

    private void expire() {
        if (!hanging.isEmpty()) {
            hanging.remove().state = SimLog.State.ABORTED;
        }
    }

    /** Lets every task run on until none has anything left to do. */
    private void rest() {
        while (!hanging.isEmpty()) {
            expire();
        }
        for (SimTask task : tasks) {
            if (task.isRunning()) {
                task.failAfter(0);
            } else {
                task.start(newest());
            }
            if (task.hasFailed()) {
                restart(task);
            }
            task.see(newest());
        }
        settle();
        if (plan.windows().cells().areWindows()) {
            oracle.checkAtRest();
            long idle = TimeUnit.MILLISECONDS.toNanos(2 * plan.windows().idleMillis());
            tasks.forEach(task -> task.sleep(idle));
            settle();
        }
        oracle.checkEnd();
    }

    /** Tells every task to erase a key. */
    private void erase(int key) {
        oracle.erasing(key);
        trace(() -> "erase key " + key);
        SimLog.Transaction committed = new SimLog.Transaction();
        committed.state = SimLog.State.COMMITTED;
        for (SimLog log : transfers) {
            log.append(new Transfer.Erasure(newest(), Transfer.Erasure.OPERATOR, SimKeys.key(key)), 0, committed);
        }
    }

    /** With all handoffs done and partials of a key in every task, erases it: nothing of it may be left, nothing else missing. */
    private void eraseAtRest() {
        int key = plan.keys().get(0);
        for (SimTask task : tasks) {
            int bit = oracle.produce(key, 7);
            sources.get(task.partition()).add(new Record(key, bit, 7));
            task.read(Integer.MAX_VALUE);
        }
        erase(key);
        settle();
        oracle.checkEnd();
        oracle.checkErased(key);
    }

    private void settle() {
        int rounds = 0;
        boolean busy = true;
        while (busy) {
            Violation.unless(++rounds <= MAX_ROUNDS, "no rest after %d rounds", MAX_ROUNDS);
            busy = false;
            for (SimTask task : tasks) {
                task.sleep(TimeUnit.SECONDS.toNanos(1));
                busy |= task.read(Integer.MAX_VALUE) > 0;
                busy |= task.receive(Integer.MAX_VALUE) > 0;
                busy |= task.tick();
                task.commit();
            }
            for (SimTask task : tasks) {
                busy |= transfers.get(task.partition()).next(task.committedReceived(), false) >= 0;
            }
        }
    }

    SimPlan plan() {
        return plan;
    }

    Oracle oracle() {
        return oracle;
    }

    List<SimTask> tasks() {
        return tasks;
    }

    SimTask task(int partition) {
        return tasks.get(partition);
    }

    List<Record> source(int partition) {
        return sources.get(partition);
    }

    SimLog transfers(int partition) {
        return transfers.get(partition);
    }

    int newest() {
        return published.size();
    }

    Ring ring(int epoch) {
        Violation.unless(epoch >= 1 && epoch <= newest(), "epoch %d does not exist", epoch);
        return pool.get(published.get(epoch - 1));
    }

    void trace(Supplier<String> line) {
        trace.ifPresent(sink -> sink.accept(line.get()));
    }

    /** The cell whose bytes begin at an offset. */
    SimCell cell(byte[] bytes, int offset) {
        return SimCell.of(plan.windows().cells(), bytes, offset);
    }

    /** The folding of the plan's aggregation. */
    Folding<Integer, Mask> folding() {
        Cells cells = plan.windows().cells();
        return cells.areSessions() ? new Mask.OfSessions(cells.size()) : new Mask.OfRecords();
    }

    String describe(Transfer transfer) {
        StringBuilder text = new StringBuilder(transfer.getClass().getSimpleName())
                .append(" of epoch ")
                .append(transfer.epoch());
        for (Transfer.Partial partial : transfer.partials()) {
            text.append(' ')
                    .append(cell(partial.key(), 0))
                    .append('=')
                    .append(Long.toHexString(Mask.OfRecords.bitsOf(partial.envelope(), 17)))
                    .append(Envelope.isHeld(partial.envelope()) ? " held" : "");
        }
        if (transfer instanceof Transfer.Erasure erasure) {
            text.append(" key ").append(SimKeys.index(erasure.key(), 0));
        }
        if (transfer instanceof Transfer.Handoff handoff) {
            handoff.done().forEach(done -> text.append(" done ").append(done.vnode()));
            text.append(" empty ").append(handoff.emptyVnodes());
            text.append(" closed ").append(handoff.closed());
        }
        if (transfer instanceof Transfer.Mark) {
            text.append(' ').append(transfer);
        }
        return text.toString();
    }
}
