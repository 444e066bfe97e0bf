/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.processor.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.slipring.ring.VnodeSet;
import java.util.List;
import org.junit.jupiter.api.Test;

class ShardCoreTest {
    private static final String KEY = Samples.KEYS.get(0);
    private static final Limits LIMITS = new Limits(100, 1_000, 1_000_000, 1_000, 1_000, true);
    /** The first epoch gives all to partition 0, the second one vnode to partition 1. */
    private static final Epochs EPOCHS =
            Samples.epochs(Samples.ring(2, v -> 0), Samples.ring(2, v -> v == Samples.VNODE ? 1 : 0));

    private final Sent sent = new Sent();
    private final SimStore store = new SimStore();
    private final SavedState saved = new SavedState();

    @Test
    void beforeCommit_ownKeys_emitsOneUpdateEach() {
        ShardCore<Integer, Mask> core = core(1, sent);
        core.record(Samples.bytes(KEY), 0, 10);
        core.record(Samples.bytes(KEY), 1, 5);
        // The second epoch brings partition 1 the vnode, so that its updates wait for what partition 0 has of it.
        core.transfer(new Transfer.Handoff(2, 0, List.of(), List.of(), VnodeSet.of(Samples.VNODE)));

        core.beforeCommit();

        assertThat(sent.updates).containsExactly(new Sent.Update(KEY, 0b11, 2, 10));
        assertThat(sent.transfers).isEmpty();
        assertThat(saved.state).map(TaskState::counters).map(Counters::consumed).contains(2L);
    }

    @Test
    void beforeCommit_foreignKeys_shipsOnePartialEach() {
        ShardCore<Integer, Mask> core = handedOff();
        core.record(Samples.bytes(KEY), 0, 10);
        core.record(Samples.bytes(KEY), 1, 5);

        core.beforeCommit();

        assertThat(sent.updates).isEmpty();
        assertThat(sent.transfers).singleElement().satisfies(to -> {
            assertThat(to.partition()).isEqualTo(1);
            assertThat(to.transfer().epoch()).isEqualTo(2);
            assertThat(to.transfer().partials())
                    .singleElement()
                    .satisfies(partial ->
                            assertThat(partial.envelope()).containsExactly(Samples.envelope(false, 0b11, 10)));
        });
        assertThat(saved.state).map(TaskState::counters).map(Counters::sent).contains(2L);
    }

    @Test
    void transfer_erasureOfAForeignKey_followsItsPartialsToTheOwner() {
        ShardCore<Integer, Mask> core = handedOff();
        core.record(Samples.bytes(KEY), 0, 10);

        core.transfer(new Transfer.Erasure(2, Transfer.Erasure.OPERATOR, Samples.bytes(KEY)));

        assertThat(sent.transfers)
                .hasSize(2)
                .allSatisfy(to -> assertThat(to.partition()).isEqualTo(1));
        assertThat(sent.keys().get(0)).isEqualTo(KEY);
        assertThat(sent.transfers.get(1).transfer()).isInstanceOfSatisfying(Transfer.Erasure.class, erasure -> {
            assertThat(erasure.key()).isEqualTo(Samples.bytes(KEY));
            assertThat(erasure.from()).isZero();
            assertThat(erasure.epoch()).isEqualTo(2);
        });
        assertThat(sent.erased).isEmpty();
    }

    @Test
    void transfer_erasureOfAnOwnKey_takesItFromTheHeapAndTheStore() {
        ShardCore<Integer, Mask> core = core(1, sent);
        core.transfer(new Transfer.Handoff(2, 0, List.of(), List.of(), VnodeSet.of(Samples.VNODE)));
        core.record(Samples.bytes(KEY), 0, 10);
        core.beforeCommit();
        core.record(Samples.bytes(KEY), 1, 20);

        core.transfer(new Transfer.Erasure(2, 0, Samples.bytes(KEY)));
        core.transfer(new Transfer.Erasure(2, 0, Samples.bytes(KEY)));
        core.beforeCommit();

        assertThat(sent.erased).containsExactly(new Sent.Erased(KEY, 2, 20));
        assertThat(sent.transfers).isEmpty();
        assertThat(saved.state).map(TaskState::counters).hasValueSatisfying(counters -> {
            assertThat(counters.expired()).isEqualTo(2);
            assertThat(counters.home()).isZero();
            assertThat(counters.entries()).isZero();
            assertThat(counters.bytes()).isZero();
        });
    }

    @Test
    void record_vnodeThatHasNotBegunToCome_isSentToWhereItsStateIs() {
        ShardCore<Integer, Mask> core = core(1, sent);
        core.record(Samples.bytes(KEY), 0, 10);

        core.beforeCommit();

        assertThat(sent.updates).isEmpty();
        assertThat(sent.transfers).singleElement().satisfies(to -> {
            assertThat(to.partition()).isZero();
            assertThat(to.transfer().epoch()).isEqualTo(2);
        });
    }

    @Test
    void transfer_partialOfAVnodeThatLeavesLater_isMergedAndEmittedHere() {
        ShardCore<Integer, Mask> core = core(0, sent);
        core.record(Samples.bytes(KEY), 0, 10);

        core.transfer(new Transfer.Foreign(2, 1, List.of(Samples.partial(KEY, false, 0b10))));
        core.beforeCommit();

        assertThat(sent.updates).containsExactly(new Sent.Update(KEY, 0b11, 2, 10));
        assertThat(sent.transfers).isEmpty();
    }

    @Test
    void transfer_erasureOfAKeyThatHasNotBegunToCome_goesToWhereItsStateIs() {
        ShardCore<Integer, Mask> core = core(1, sent);
        core.record(Samples.bytes(KEY), 0, 10);

        core.transfer(new Transfer.Erasure(2, 0, Samples.bytes(KEY)));

        assertThat(sent.transfers)
                .hasSize(2)
                .allSatisfy(to -> assertThat(to.partition()).isZero());
        assertThat(sent.transfers.get(1).transfer()).isInstanceOf(Transfer.Erasure.class);
    }

    @Test
    void record_vnodeUnderWay_holdsTheUpdateUntilTheHandoffIsDone() {
        Transfer.Partial first = Samples.partial(KEY, false, 0b10);
        Transfer.Partial second = Samples.partial(Samples.KEYS.get(1), false, 0b1);
        Digest digest = new Digest();
        digest.add(first.key(), first.envelope());
        digest.add(second.key(), second.envelope());
        ShardCore<Integer, Mask> core = core(1, sent);
        core.transfer(new Transfer.Handoff(2, 0, List.of(first), List.of(), VnodeSet.EMPTY));
        core.record(Samples.bytes(KEY), 0, 10);
        core.beforeCommit();
        assertThat(sent.updates).isEmpty();
        assertThat(sent.transfers).isEmpty();

        core.transfer(new Transfer.Handoff(2, 0, List.of(second), List.of(digest.done(Samples.VNODE)), VnodeSet.EMPTY));
        assertThat(core.tick(false, 1)).isFalse();

        assertThat(sent.updates).containsExactly(new Sent.Update(KEY, 0b11, 2, 10));
    }

    @Test
    void transfer_handoffInAnyOrder_isMergedWhole() {
        Digest digest = new Digest();
        List<Transfer.Partial> partials = List.of(
                Samples.partial(Samples.KEYS.get(2), true, 0b0001),
                Samples.partial(Samples.KEYS.get(1), true, 0b0010),
                Samples.partial(Samples.KEYS.get(1), true, 0b0100),
                Samples.partial(Samples.KEYS.get(0), true, 0b1000));
        partials.forEach(partial -> digest.add(partial.key(), partial.envelope()));
        ShardCore<Integer, Mask> core = core(1, sent);

        core.transfer(new Transfer.Handoff(2, 0, partials, List.of(digest.done(Samples.VNODE)), VnodeSet.EMPTY));
        core.tick(false, 1);

        assertThat(sent.updates)
                .containsExactly(
                        new Sent.Update(Samples.KEYS.get(0), 0b1000, 1, 0),
                        new Sent.Update(Samples.KEYS.get(1), 0b0110, 2, 0),
                        new Sent.Update(Samples.KEYS.get(2), 0b0001, 1, 0));
    }

    @Test
    void transfer_otherThanItsDigestSays_isRefused() {
        ShardCore<Integer, Mask> core = core(1, sent);

        assertThatThrownBy(() -> core.transfer(new Transfer.Handoff(
                        2, 0, List.of(), List.of(new Transfer.Done(Samples.VNODE, 1, 1, 5)), VnodeSet.EMPTY)))
                .isInstanceOf(HandoffException.class)
                .hasMessageContaining("vnode " + Samples.VNODE)
                .hasMessageContaining("epoch 2")
                .hasMessageContaining("partition 1");
        assertThatIllegalStateException().isThrownBy(core::beforeCommit);
    }

    @Test
    void transfer_vnodeThatIsNotAwaited_isRefused() {
        ShardCore<Integer, Mask> core = core(1, sent);

        assertThatThrownBy(() ->
                        core.transfer(new Transfer.Handoff(2, 0, List.of(), List.of(), VnodeSet.of(Samples.VNODE + 1))))
                .isInstanceOf(HandoffException.class)
                .hasMessageContaining("it is not awaited at partition 1");
    }

    @Test
    void transfer_corruptPartial_isRefusedAndNeverCommitted() {
        ShardCore<Integer, Mask> core = core(1, sent);

        assertThatThrownBy(() -> core.transfer(
                        new Transfer.Foreign(2, 0, List.of(new Transfer.Partial(Samples.bytes(KEY), new byte[3])))))
                .isInstanceOf(CorruptPartialException.class);
        assertThatIllegalStateException().isThrownBy(core::beforeCommit);
    }

    @Test
    void record_refusedValue_countsAsNotReceived() {
        ShardCore<Integer, Mask> core = core(0, sent);
        assertThatThrownBy(() -> core.record(Samples.bytes(KEY), Mask.OfRecords.REFUSED, 0))
                .isInstanceOf(Mask.RefusedException.class);

        assertThatCode(core::beforeCommit).doesNotThrowAnyException();

        assertThat(core.state().counters().consumed()).isZero();
    }

    @Test
    void anyStep_afterOneFailedHalfWay_isRefused() {
        ShardCore<Integer, Mask> core = core(0, new Effects<>() {
            @Override
            public void emit(byte[] key, Mask aggregate, long records, long timestamp) {}

            @Override
            public void send(int partition, Transfer transfer) {
                throw new UnsupportedOperationException("down");
            }
        });
        core.record(Samples.bytes(KEY), 0, 0);
        assertThatThrownBy(() -> core.tick(false, 1)).hasMessage("down");

        assertThatIllegalStateException().isThrownBy(() -> core.transfer(new Transfer.Foreign(2, 1, List.of())));
        assertThatIllegalStateException().isThrownBy(() -> core.tick(false, 1));
        assertThatIllegalStateException().isThrownBy(() -> core.record(Samples.bytes(KEY), 1, 0));
        assertThatIllegalStateException()
                .isThrownBy(core::beforeCommit)
                .withMessageContaining("partition 0")
                .withMessageContaining("restart the task");
    }

    @Test
    void transfer_thatCannotBeRead_isNotSkippedByTheNextCommit() {
        ShardCore<Integer, Mask> core = core(1, sent);
        assertThatThrownBy(() -> core.transfer(() -> {
                    throw new UnsupportedOperationException("newer format");
                }))
                .hasMessage("newer format");

        assertThatIllegalStateException().isThrownBy(core::beforeCommit).withMessageContaining("partition 1");
    }

    @Test
    void construct_overASavedState_goesOnFromThere() {
        ShardCore<Integer, Mask> core = core(1, sent);
        core.record(Samples.bytes(KEY), 0, 10);
        core.beforeCommit();

        ShardCore<Integer, Mask> next = core(1, sent);

        assertThat(next.epoch()).isEqualTo(2);
        assertThat(next.state()).isEqualTo(core.state());
    }

    /** A core of partition 0 that has handed off the vnode, of which it had nothing. */
    private ShardCore<Integer, Mask> handedOff() {
        ShardCore<Integer, Mask> core = core(0, sent);
        core.tick(false, 1);
        sent.transfers.clear();
        return core;
    }

    private ShardCore<Integer, Mask> core(int partition, Effects<Mask> effects) {
        return new ShardCore<>(partition, EPOCHS, new Mask.OfRecords(), store, saved, effects, LIMITS, () -> 0);
    }
}
