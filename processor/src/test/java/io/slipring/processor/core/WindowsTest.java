/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.processor.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.slipring.ring.Ring;
import io.slipring.ring.VnodeSet;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A core with windows of 10 every 10, grace 5. Partition 0 owns all; by the second epoch one vnode is partition 1's. */
class WindowsTest {
    private static final Cells CELLS = new Cells(10, 10, 5);
    private static final Cells HOPPING = new Cells(10, 4, 5);
    private static final String KEY = Samples.KEYS.get(0);
    private static final String OTHER = Samples.KEYS.get(1);

    private final Sent sent = new Sent();
    private final SimStore store = new SimStore();
    private final SavedState saved = new SavedState();
    private long nanosPerLook;
    private long nanos;
    private long millis;
    private int known = 1;

    @Test
    void cells_hopping_areThoseOfKafkaStreams() {
        assertThat(HOPPING.firstStart(0)).isZero();
        assertThat(HOPPING.firstStart(9)).isZero();
        assertThat(HOPPING.firstStart(10)).isEqualTo(4);
        assertThat(HOPPING.lastOver(14)).isEqualTo(Cells.NEVER);
        assertThat(HOPPING.lastOver(15)).isEqualTo(15);
        assertThat(HOPPING.lastOver(22)).isEqualTo(19);
        assertThat(HOPPING.vnode(HOPPING.cell(8, Samples.bytes(KEY)))).isEqualTo(Samples.VNODE);
    }

    @Test
    void record_windowOver_isLate() {
        ShardCore<Integer, Mask> core = core(0, CELLS, true);

        assertThat(core.record(Samples.bytes(KEY), 0, 3)).isTrue();
        assertThat(core.record(Samples.bytes(KEY), 1, 14)).isTrue();
        assertThat(core.record(Samples.bytes(KEY), 2, 9)).isTrue();
        assertThat(core.record(Samples.bytes(KEY), 3, 15)).isTrue();
        assertThat(core.record(Samples.bytes(KEY), 4, 9)).isFalse();
        core.beforeCommit();

        assertThat(core.state().windows().late()).isOne();
        assertThat(core.state().counters())
                .extracting(Counters::consumed, Counters::expired, Counters::home)
                .containsExactly(5L, 1L, 4L);
    }

    @Test
    void tick_allTasksPastAWindow_emitsItOnceAndDeletesIt() {
        ShardCore<Integer, Mask> core = core(0, CELLS, true);
        core.record(Samples.bytes(KEY), 0, 3);
        core.record(Samples.bytes(KEY), 1, 40);
        core.tick(false, 1);
        assertThat(sent.updates).isEmpty();

        core.transfer(new Transfer.Mark(1, 1, 14, false, 1));
        core.tick(false, 1);
        assertThat(sent.updates).isEmpty();

        core.transfer(new Transfer.Mark(1, 1, 15, false, 1));
        core.tick(false, 1);
        core.tick(false, 1);
        core.transfer(foreign(1, KEY, 0, 0b100));
        core.tick(false, 1);

        assertThat(sent.updates).containsExactly(update(KEY, 0, 0b1, 1, 3));
        assertThat(core.state().counters())
                .extracting(Counters::home, Counters::expired)
                .containsExactly(1L, 2L);
        assertThat(core.state().windows().late()).isOne();
    }

    @Test
    void tick_otherTaskIdle_isNotWaitedFor() {
        ShardCore<Integer, Mask> core = core(0, CELLS, true);
        core.record(Samples.bytes(KEY), 0, 3);
        core.record(Samples.bytes(KEY), 1, 40);
        core.transfer(new Transfer.Mark(1, 1, Cells.NEVER, true, 1));

        core.tick(false, 1);

        assertThat(sent.updates).containsExactly(update(KEY, 0, 0b1, 1, 3));
    }

    @Test
    void tick_somethingNew_marksOnceAndAfterWhatWasFolded() {
        ShardCore<Integer, Mask> core = core(1, CELLS, true);
        core.record(Samples.bytes(KEY), 0, 23);
        core.tick(false, 1);
        millis += 1_000;
        core.tick(false, 1);

        assertThat(sent.transfers).extracting(Sent.To::partition).containsExactly(0, 0);
        assertThat(sent.transfers.get(0).transfer()).isInstanceOf(Transfer.Foreign.class);
        assertThat(sent.transfers.get(1).transfer()).isEqualTo(new Transfer.Mark(1, 1, 15, false, 0));

        millis += 60_000;
        core.tick(false, 1);

        assertThat(sent.transfers.get(2).transfer()).isEqualTo(new Transfer.Mark(1, 1, 15, true, 0));
    }

    @Test
    void tick_changesInABurst_marksNoMoreOftenThanAllowed() {
        ShardCore<Integer, Mask> core = core(1, CELLS, true);
        for (int time = 0; time < 64; time++) {
            core.record(Samples.bytes(KEY), time, time * 10);
            millis += 10;
            core.tick(false, 1);
        }

        assertThat(sent.transfers.stream().filter(to -> to.transfer() instanceof Transfer.Mark))
                .hasSize(7);
    }

    @Test
    void tick_gainedVnode_isNotClosedWhileSomethingMayBeUnderWayToItsFormerOwner() {
        ShardCore<Integer, Mask> core = core(1, CELLS, true);
        core.record(Samples.bytes(KEY), 0, 40);
        core.transfer(new Transfer.Mark(1, 0, 45, false, 1));
        core.tick(false, 1);
        known = 2;
        core.tick(false, 1);
        core.transfer(handoff(List.of(), cell(KEY, 20, 0b10)));
        core.tick(false, 1);
        assertThat(core.state().windows().closed()).isEqualTo(35);
        assertThat(sent.updates).isEmpty();

        core.transfer(new Transfer.Mark(2, 0, 45, false, 1));
        core.tick(false, 1);
        assertThat(sent.updates).isEmpty();

        core.transfer(foreign(2, KEY, 20, 0b100));
        core.transfer(new Transfer.Mark(2, 0, 45, false, 2));
        core.tick(false, 1);
        assertThat(sent.updates).containsExactly(update(KEY, 20, 0b110, 2, 20));
    }

    @Test
    void transfer_vnodeClosedWhereItComesFrom_dropsWhatWasFoldedMeanwhileAndEmitsWhatCame() {
        known = 2;
        ShardCore<Integer, Mask> core = core(1, CELLS, true);
        core.record(Samples.bytes(OTHER), 0, 2);
        core.record(Samples.bytes(KEY), 1, 3);
        core.record(Samples.bytes(OTHER), 2, 13);
        core.tick(false, 1);
        core.transfer(handoff(List.of(new WindowState.Closed(15, VnodeSet.of(Samples.VNODE))), cell(KEY, 0, 0b1000)));
        core.tick(false, 1);
        core.transfer(foreign(2, OTHER, 0, 0b10000));
        core.record(Samples.bytes(OTHER), 5, 100);
        core.transfer(new Transfer.Mark(2, 0, 95, false, 2));
        core.tick(false, 1);

        assertThat(sent.updates)
                .containsExactlyInAnyOrder(update(KEY, 0, 0b1010, 2, 3), update(OTHER, 10, 0b100, 1, 13));
        assertThat(core.state().windows().late()).isEqualTo(2);
    }

    @Test
    void tick_closingInterrupted_goesOnAfterARestart() {
        nanosPerLook = 1_000;
        ShardCore<Integer, Mask> core = core(0, CELLS, true);
        Samples.KEYS.forEach(key -> core.record(Samples.bytes(key), Samples.KEYS.indexOf(key), 3));
        core.record(Samples.bytes(KEY), 10, 40);
        core.transfer(new Transfer.Mark(1, 1, 45, false, 1));
        assertThat(core.tick(false, 1)).isTrue();
        assertThat(sent.updates).hasSize(1);
        core.beforeCommit();

        ShardCore<Integer, Mask> next = core(0, CELLS, true);
        assertThat(next.state()).isEqualTo(core.state());
        int ticks = 0;
        while (next.tick(false, 1)) {
            assertThat(++ticks).isLessThan(20);
        }

        assertThat(sent.updates)
                .extracting(Sent.Update::key)
                .containsExactlyInAnyOrderElementsOf(
                        Samples.KEYS.stream().map(key -> named(key, 0)).toList());
    }

    @Test
    void tick_lostInTheMiddleOfClosing_shipsTheRestAndWhatIsClosed() {
        nanosPerLook = 1_000;
        ShardCore<Integer, Mask> core = core(0, CELLS, true);
        Samples.KEYS.forEach(key -> core.record(Samples.bytes(key), Samples.KEYS.indexOf(key), 3));
        core.record(Samples.bytes(KEY), 10, 40);
        core.transfer(new Transfer.Mark(1, 1, 45, false, 1));
        core.tick(false, 1);
        known = 2;
        nanosPerLook = 0;
        int ticks = 0;
        while (core.tick(false, 1)) {
            assertThat(++ticks).isLessThan(20);
        }

        assertThat(sent.updates).hasSize(1);
        List<WindowState.Closed> closed = new ArrayList<>();
        List<String> keys = new ArrayList<>();
        sent.transfers.stream().map(Sent.To::transfer).forEach(transfer -> {
            if (transfer instanceof Transfer.Handoff handoff) {
                closed.addAll(handoff.closed());
                handoff.partials().forEach(partial -> keys.add(Samples.text(CELLS.key(partial.key()))));
            }
        });
        assertThat(keys).hasSize(Samples.KEYS.size()).contains(KEY);
        assertThat(closed).containsExactly(new WindowState.Closed(35, VnodeSet.of(Samples.VNODE)));
    }

    @Test
    void tick_eachChange_emitsAtOnceAndOnlyDeletesLater() {
        ShardCore<Integer, Mask> core = core(0, CELLS, false);
        core.record(Samples.bytes(KEY), 0, 3);
        core.tick(false, 1);
        core.record(Samples.bytes(KEY), 1, 4);
        core.record(Samples.bytes(KEY), 2, 40);
        core.tick(false, 1);
        core.transfer(new Transfer.Mark(1, 1, 35, false, 1));
        core.tick(false, 1);

        assertThat(sent.updates)
                .containsExactlyInAnyOrder(
                        update(KEY, 0, 0b1, 1, 3), update(KEY, 0, 0b11, 2, 4), update(KEY, 40, 0b100, 1, 40));
        assertThat(core.state().counters())
                .extracting(Counters::home, Counters::expired)
                .containsExactly(1L, 2L);
    }

    @Test
    void construct_stateOfOtherWindows_isRefused() {
        ShardCore<Integer, Mask> core = core(0, CELLS, true);
        core.record(Samples.bytes(KEY), 0, 3);
        core.beforeCommit();

        assertThatIllegalStateException()
                .isThrownBy(() -> core(0, HOPPING, true))
                .withMessageContaining("windows of 10 ms every 10 ms, grace 5 ms, emitted once")
                .withMessageContaining("windows of 10 ms every 4 ms")
                .withMessageContaining("application.id");
        assertThatIllegalStateException()
                .isThrownBy(() -> core(0, Cells.WHOLE, false))
                .withMessageContaining("to be used with no windows");
    }

    private static Sent.Update update(String key, long start, long bits, long records, long timestamp) {
        return new Sent.Update(named(key, start), bits, records, timestamp);
    }

    private static String named(String key, long start) {
        return Samples.text(CELLS.cell(start, Samples.bytes(key)));
    }

    private static Transfer.Partial cell(String key, long start, long bits) {
        return new Transfer.Partial(CELLS.cell(start, Samples.bytes(key)), Samples.envelope(false, bits, start));
    }

    private static Transfer foreign(int epoch, String key, long start, long bits) {
        return new Transfer.Foreign(epoch, 0, List.of(cell(key, start, bits)));
    }

    /** Of the vnode, from partition 0 to 1 by the second epoch. */
    private static Transfer handoff(List<WindowState.Closed> closed, Transfer.Partial partial) {
        Digest digest = new Digest();
        digest.add(partial.key(), partial.envelope());
        return new Transfer.Handoff(
                2, 0, List.of(partial), List.of(digest.done(Samples.VNODE)), VnodeSet.EMPTY, closed);
    }

    private ShardCore<Integer, Mask> core(int partition, Cells cells, boolean finalOnly) {
        Epochs both = Samples.epochs(Samples.ring(2, v -> 0), Samples.ring(2, v -> v == Samples.VNODE ? 1 : 0));
        Epochs epochs = new Epochs() {
            @Override
            public int oldest() {
                return 1;
            }

            @Override
            public int latest() {
                return known;
            }

            @Override
            public Ring ring(int epoch) {
                return both.ring(epoch);
            }
        };
        Windowing windowing =
                cells.areWindows() ? new Windowing(cells, finalOnly, 60_000, 100, () -> millis) : Windowing.NONE;
        return new ShardCore<>(
                partition,
                epochs,
                new Mask.OfRecords(),
                windowing,
                store,
                saved,
                sent,
                new Limits(100, nanosPerLook == 0 ? 10_000 : 1, 1_000_000, 1_000, 1_000, true),
                () -> nanos += nanosPerLook);
    }
}
