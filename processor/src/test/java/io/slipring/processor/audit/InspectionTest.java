/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.processor.audit;

import static org.assertj.core.api.Assertions.assertThat;

import io.slipring.processor.LoggedApp;
import io.slipring.processor.LoggedApp.Logged;
import io.slipring.processor.audit.Finding.Kind;
import io.slipring.processor.core.Envelope;
import io.slipring.processor.core.HomeKey;
import io.slipring.processor.core.Ledger;
import io.slipring.processor.core.TaskState;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class InspectionTest {
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void of_ledgersOfOneMoment_findsNothing(long seed) {
        LoggedApp app = Cuts.busyApp(seed);
        Random random = new Random(seed);
        for (int i = 0; i < 50; i++) {
            assertThat(Inspection.of(Cuts.cut(app)))
                    .as("seed %d cut %d", seed, i)
                    .isEmpty();
            Cuts.steps(app, random, 5);
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void of_ledgersOfDifferentMoments_findsNothingButHandoffsCompletedBetweenThem(long seed) {
        LoggedApp app = Cuts.busyApp(seed);
        Random random = new Random(seed);
        for (int i = 0; i < 50; i++) {
            int[] ages = random.ints(Cuts.PARTITIONS, 0, 6).toArray();
            assertThat(Inspection.of(Cuts.cut(app, partition -> ages[partition])))
                    .as("seed %d, %s commits ago", seed, Arrays.toString(ages))
                    .allMatch(finding -> finding.kind() == Kind.TWO_STORES);
            Cuts.steps(app, random, 5);
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void of_windows_findsNothingButHandoffsCompletedBetweenThem(long seed) {
        LoggedApp app = Cuts.busyWindows(seed);
        Random random = new Random(seed);
        for (int i = 0; i < 50; i++) {
            int[] ages = random.ints(Cuts.PARTITIONS, 0, 6).toArray();
            assertThat(Inspection.of(Cuts.cut(app)))
                    .as("seed %d cut %d", seed, i)
                    .isEmpty();
            assertThat(Inspection.of(Cuts.cut(app, partition -> ages[partition])))
                    .as("seed %d, %s commits ago", seed, Arrays.toString(ages))
                    .allMatch(finding -> finding.kind() == Kind.TWO_STORES);
            Cuts.steps(app, random, 5);
        }
        for (int i = 0; i < 40; i++) {
            for (int partition = 0; partition < Cuts.PARTITIONS; partition++) {
                app.task(partition).take(Cuts.key(partition), 10_000);
                while (app.task(partition).receive()) {
                    // all that has come
                }
                app.task(partition).tick();
            }
            Cuts.commit(app);
        }
        Cut end = Cuts.cut(app);
        assertThat(Inspection.of(end)).isEmpty();
        assertThat(end.windows()).contains("windows of 40 ms every 20 ms, grace 10 ms, emitted at each change");
        assertThat(end.tasks().stream()
                        .mapToLong(task -> task.ledger().state().counters().expired())
                        .sum())
                .as("records of closed windows")
                .isPositive();
    }

    @Test
    void found_keyWithWindows_isInEachOfThem() {
        LoggedApp app = Cuts.busyWindows(7);
        long cells = 0;
        long held = Cuts.cut(app).tasks().stream()
                .mapToLong(task -> task.home().keys().keys())
                .sum();
        for (int number = 0; number < Cuts.KEYS; number++) {
            Sought sought = new Sought(Cuts.key(number));
            cells += Cuts.cut(app, partition -> 0, sought).tasks().stream()
                    .flatMap(task -> task.home().found().entrySet().stream())
                    .filter(cell -> cell.getValue() > 0)
                    .filter(cell -> sought.is(cell.getKey().get(), true))
                    .count();
        }

        assertThat(cells).isEqualTo(held).isGreaterThan(Cuts.KEYS);
    }

    @Test
    void is_keyBehindEightBytes_isSoughtWithWindowsOnly() {
        Sought number = new Sought("42".getBytes(StandardCharsets.UTF_8));
        assertThat(number.is("customer42".getBytes(StandardCharsets.UTF_8), false))
                .isFalse();
        assertThat(number.is("customer42".getBytes(StandardCharsets.UTF_8), true))
                .isTrue();
    }

    @Test
    void of_lostHomeEntry_namesPartitionAndRecords() {
        LoggedApp app = Cuts.busyApp(7);
        List<Logged> log = app.task(1).homeLog();
        Logged victim = lastEntry(log);
        log.removeIf(record -> Arrays.equals(record.key(), victim.key()));

        List<Finding> findings = Inspection.of(Cuts.cut(app));

        long records = Envelope.decode(victim.value()).records();
        assertThat(findings).singleElement().satisfies(finding -> {
            assertThat(finding.kind()).isEqualTo(Kind.HOME);
            assertThat(finding.partition()).isEqualTo(1);
            assertThat(finding.difference()).isEqualTo(-records);
            assertThat(finding.text()).contains("partition 1", records + " records lost");
        });
    }

    @Test
    void of_oneRecordLostFromAnEntry_isFound() {
        LoggedApp app = Cuts.busyApp(7);
        List<Logged> log = app.task(0).homeLog();
        Logged entry = log.stream()
                .filter(record -> record.value() != null
                        && HomeKey.isEntry(record.key())
                        && Envelope.decode(record.value()).records() > 1
                        && last(log, record.key()) == record)
                .findFirst()
                .orElseThrow();
        Envelope whole = Envelope.decode(entry.value());
        Envelope less = new Envelope(whole.held(), whole.records() - 1, whole.timestamp(), whole.aggregate());
        log.set(log.indexOf(entry), new Logged(entry.key(), less.encode(), 0));

        assertThat(Inspection.of(Cuts.cut(app))).singleElement().satisfies(finding -> {
            assertThat(finding.kind()).isEqualTo(Kind.HOME);
            assertThat(finding.partition()).isZero();
            assertThat(finding.difference()).isEqualTo(-1);
        });
    }

    @Test
    void of_changeAfterTheLastLedger_isFound() {
        LoggedApp app = Cuts.busyApp(7);
        List<Logged> log = app.task(0).homeLog();
        log.add(new Logged(lastEntry(log).key(), null, 0));

        assertThat(Inspection.of(Cuts.cut(app)))
                .extracting(Finding::kind)
                .containsExactlyInAnyOrder(Kind.HOME, Kind.UNSEALED);
    }

    @Test
    void of_lostTransfer_namesSenderAndReceiver() {
        LoggedApp app = withTransferUnderWay();
        List<Logged> log = app.task(1).transferLog();
        log.set(log.size() - 1, new Logged(new byte[0], null, 0));

        assertThat(Inspection.of(Cuts.cut(app))).singleElement().satisfies(finding -> {
            assertThat(finding.kind()).isEqualTo(Kind.IN_FLIGHT);
            assertThat(finding.partition()).isEqualTo(1);
            assertThat(finding.other()).isZero();
            assertThat(finding.difference()).isNegative();
        });
    }

    @Test
    void of_duplicatedTransfer_namesSenderAndReceiver() {
        LoggedApp app = withTransferUnderWay();
        List<Logged> log = app.task(1).transferLog();
        log.add(log.get(log.size() - 1));

        assertThat(Inspection.of(Cuts.cut(app))).singleElement().satisfies(finding -> {
            assertThat(finding.kind()).isEqualTo(Kind.IN_FLIGHT);
            assertThat(finding.partition()).isEqualTo(1);
            assertThat(finding.other()).isZero();
            assertThat(finding.difference()).isPositive();
        });
    }

    @Test
    void of_keyInTheStoreOfAStranger_isFound() {
        LoggedApp app = Cuts.busyApp(7);
        List<Logged> owner = app.task(0).homeLog();
        Logged copied = owner.stream()
                .filter(record -> HomeKey.isEntry(record.key()) && record.value() != null)
                .filter(record -> app.rings().get(2).partitionOfVnode(HomeKey.vnode(record.key())) == 0)
                .findFirst()
                .orElseThrow();
        List<Logged> log = app.task(3).homeLog();
        log.add(log.size() - 1, copied);

        List<Finding> findings = Inspection.of(Cuts.cut(app));

        assertThat(findings).extracting(Finding::kind).contains(Kind.OWNER, Kind.HOME);
        assertThat(findings).allMatch(finding -> finding.partition() == 3);
    }

    @Test
    void of_keyInTwoStoresThoughTheReceiverAwaitsNothing_isFound() {
        LoggedApp app = Cuts.busyApp(7);
        Cut cut = Cuts.cut(app);
        Cut.Task sender = cut.tasks().stream()
                .filter(task -> !task.ledger().state().outgoing().isEmpty())
                .findFirst()
                .orElseThrow();
        int[] receiver = {-1};
        byte[] key = app.task(sender.partition()).homeLog().stream()
                .filter(record -> HomeKey.isEntry(record.key()) && record.value() != null)
                .filter(record -> last(app.task(sender.partition()).homeLog(), record.key()) == record)
                .map(record -> record.key())
                .filter(storeKey -> sender.ledger().state().outgoing().stream()
                        .anyMatch(move -> move.vnodes().contains(HomeKey.vnode(storeKey))))
                .findFirst()
                .orElseThrow();
        receiver[0] = app.rings().get(2).partitionOfVnode(HomeKey.vnode(key));
        List<Logged> log = app.task(receiver[0]).homeLog();
        log.add(log.size() - 1, new Logged(key, new Envelope(false, 1, 0, new byte[8]).encode(), 0));
        Ledger ledger = cut.tasks().get(receiver[0]).ledger();
        TaskState state = ledger.state();
        TaskState awaitingNothing = new TaskState(
                3, state.outgoing(), List.of(), state.releasing(), state.held(), state.digests(), state.counters());
        log.set(
                log.size() - 1,
                new Logged(
                        HomeKey.ledger(),
                        LoggedApp.ledger(new Ledger(
                                ledger.commit(),
                                ledger.skipped(),
                                ledger.sources(),
                                ledger.transferPosition(),
                                ledger.traffic(),
                                awaitingNothing)),
                        0));

        assertThat(Inspection.of(Cuts.cut(app)))
                .filteredOn(finding -> finding.kind() == Kind.TWO_STORES)
                .anySatisfy(finding -> {
                    assertThat(List.of(finding.partition(), finding.other()))
                            .containsExactlyInAnyOrder(sender.partition(), receiver[0]);
                    assertThat(finding.vnode()).isEqualTo(HomeKey.vnode(key));
                });
    }

    /** Partition 0 has just sent partition 1 something. */
    private static LoggedApp withTransferUnderWay() {
        LoggedApp app = Cuts.busyApp(7);
        int before = app.task(1).transferLog().size();
        for (int number = 0; app.task(1).transferLog().size() == before; number++) {
            app.task(0).take(Cuts.key(number));
            app.task(0).commit();
        }
        assertThat(Inspection.of(Cuts.cut(app))).isEmpty();
        return app;
    }

    private static Logged last(List<Logged> log, byte[] key) {
        return log.stream()
                .filter(record -> Arrays.equals(record.key(), key))
                .reduce((earlier, later) -> later)
                .orElseThrow();
    }

    /** The last record of a key that still has a value. */
    private static Logged lastEntry(List<Logged> log) {
        return log.stream()
                .filter(record -> HomeKey.isEntry(record.key()))
                .map(record -> last(log, record.key()))
                .filter(record -> record.value() != null)
                .findFirst()
                .orElseThrow();
    }
}
