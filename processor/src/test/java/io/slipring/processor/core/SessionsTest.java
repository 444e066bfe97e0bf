/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.processor.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.slipring.ring.VnodeSet;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A core with sessions, gap 10, grace 5. Partition 0 owns all; by the second epoch one vnode is partition 1's. */
class SessionsTest {
    private static final Cells CELLS = Cells.sessions(10, 5);
    private static final Mask.OfSessions FOLDING = new Mask.OfSessions(10);
    private static final byte[] KEY = Samples.bytes(Samples.KEYS.get(0));

    private final List<String> emitted = new ArrayList<>();
    private final List<Transfer> transfers = new ArrayList<>();
    private final SimStore store = new SimStore();

    @Test
    void cells_sessions_areOverAfterGapAndGrace() {
        assertThat(CELLS.overAt(100)).isEqualTo(116);
        assertThat(Cells.sessions(50, 30).lastOver(125)).isEqualTo(121);
        assertThat(Cells.sessions(50, 30).lastOver(80)).isEqualTo(Cells.NEVER);
        assertThat(CELLS.vnode(Cells.ofSessions(KEY, true))).isEqualTo(Samples.VNODE);
        assertThat(CELLS.isPending(Cells.ofSessions(KEY, true))).isTrue();
        assertThat(CELLS.isPending(Cells.ofSessions(KEY, false))).isFalse();
        assertThat(CELLS).hasToString("sessions with a gap of 10 ms, grace 5 ms");
        assertThatIllegalArgumentException().isThrownBy(() -> Cells.sessions(0, 5));
    }

    @Test
    void beforeCommit_eachChange_emitsWhatDiffersAndRetractsWhatWasJoined() {
        ShardCore<Integer, Mask> core = core(0, 1, false);
        record(core, 0, 20);
        record(core, 1, 40);
        core.beforeCommit();
        record(core, 2, 51);
        core.beforeCommit();
        record(core, 3, 30);
        core.beforeCommit();

        assertThat(emitted).containsExactly("20-20:1", "40-40:2", "51-51:4", "-20-20", "-40-40", "20-40:b");
    }

    @Test
    void tick_finalOnly_emitsEachSessionOnceAndKeepsTheOpenOnes() {
        ShardCore<Integer, Mask> core = core(0, 1, true);
        record(core, 0, 20);
        record(core, 1, 28);
        record(core, 2, 50);
        core.beforeCommit();
        core.transfer(new Transfer.Mark(1, 1, 44, false, 1));
        core.tick(false, 1);

        assertThat(emitted).containsExactly("20-28:3");
        assertThat(core.state().counters())
                .extracting(Counters::home, Counters::expired)
                .containsExactly(1L, 2L);
    }

    @Test
    void transfer_joinsASessionThatIsClosed_beginsOneOfItsOwn() {
        ShardCore<Integer, Mask> core = core(0, 1, true);
        record(core, 0, 20);
        record(core, 1, 60);
        core.transfer(new Transfer.Mark(1, 1, 36, false, 1));
        core.tick(false, 1);
        core.transfer(new Transfer.Foreign(1, 1, List.of(partial(2, 29))));
        core.beforeCommit();
        core.transfer(new Transfer.Mark(1, 1, 60, false, 1));
        core.tick(false, 1);

        assertThat(emitted).containsExactly("20-20:1", "29-29:4");
    }

    @Test
    void record_over_isLateUnlessItJoinsAnOpenSession() {
        ShardCore<Integer, Mask> core = core(0, 1, false);
        record(core, 0, 100);
        record(core, 1, 92);

        assertThat(core.record(KEY, Mask.OfSessions.value(2, 84), 84)).isTrue();
        assertThat(core.record(KEY, Mask.OfSessions.value(3, 70), 70)).isFalse();
        core.beforeCommit();

        assertThat(emitted).last().isEqualTo("84-100:7");
        assertThat(core.state().windows().late()).isOne();
    }

    @Test
    void handoff_foldedMeanwhile_joinsWhatIsOpenAndIsLateForTheRest() {
        ShardCore<Integer, Mask> core = core(1, 2, false);
        record(core, 0, 20);
        record(core, 1, 40);
        core.beforeCommit();
        assertThat(emitted).isEmpty();

        Digest digest = new Digest();
        Mask came = FOLDING.fold(
                FOLDING.fold(FOLDING.identity(), Mask.OfSessions.value(2, 12)), Mask.OfSessions.value(3, 45));
        Transfer.Partial entry = new Transfer.Partial(
                Cells.ofSessions(KEY, false), new Envelope(false, 2, 45, FOLDING.encode(came)).encode());
        digest.add(entry.key(), entry.envelope());
        core.transfer(new Transfer.Handoff(
                2,
                0,
                List.of(entry),
                List.of(digest.done(Samples.VNODE)),
                VnodeSet.EMPTY,
                List.of(new WindowState.Closed(36, VnodeSet.of(Samples.VNODE)))));
        core.tick(false, 1);

        assertThat(emitted).containsExactly("-45-45", "40-45:a");
        assertThat(core.state().windows().late()).isOne();
        assertThat(core.state().counters())
                .extracting(Counters::home, Counters::expired)
                .containsExactly(2L, 2L);
    }

    private static void record(ShardCore<Integer, Mask> core, int bit, long timestamp) {
        core.record(KEY, Mask.OfSessions.value(bit, timestamp), timestamp);
    }

    private static Transfer.Partial partial(int bit, long timestamp) {
        Mask mask = FOLDING.fold(FOLDING.identity(), Mask.OfSessions.value(bit, timestamp));
        return new Transfer.Partial(
                Cells.ofSessions(KEY, false), new Envelope(false, 1, timestamp, FOLDING.encode(mask)).encode());
    }

    private ShardCore<Integer, Mask> core(int partition, int epochs, boolean finalOnly) {
        Effects<Mask> effects = new Effects<>() {
            @Override
            public void emit(byte[] cell, Mask aggregate, long records, long timestamp) {
                Mask.Part session = aggregate.parts().get(0);
                emitted.add(session.start() + "-" + session.end() + ":" + Long.toHexString(aggregate.spend()));
            }

            @Override
            public void retract(byte[] cell, long start, long end) {
                emitted.add("-" + start + "-" + end);
            }

            @Override
            public void send(int to, Transfer transfer) {
                transfers.add(transfer);
            }
        };
        return new ShardCore<>(
                partition,
                epochs == 1
                        ? Samples.epochs(Samples.ring(2, v -> 0))
                        : Samples.epochs(Samples.ring(2, v -> 0), Samples.ring(2, v -> v == Samples.VNODE ? 1 : 0)),
                FOLDING,
                new Windowing(CELLS, finalOnly, 60_000, 100, () -> 0),
                store,
                new SavedState(),
                effects,
                new Limits(100, 10_000, 1_000_000, 1_000, 1_000, true),
                () -> 0);
    }
}
