/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.processor.core;

import static org.assertj.core.api.Assertions.assertThat;

import io.slipring.ring.Ring;
import io.slipring.ring.VnodeSet;
import java.util.BitSet;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class HandoffsTest {
    private static final int V = 7;

    /** Epochs 1 to 4: the vnode goes from partition 0 to 1, to 2, and back to 1. */
    private static final List<Ring> RINGS = Stream.of(0, 1, 2, 1)
            .map(owner -> Samples.ring(3, v -> v == V ? owner : 0))
            .toList();

    private final Handoffs handoffs = new Handoffs(TaskState.NEW);

    @Test
    void adopt_lostAndGained_areToShipAndAwaited() {
        handoffs.adopt(2, VnodeSet.of(1, 2), VnodeSet.of(V));

        assertThat(handoffs.outgoingEpochs()).containsExactly(2);
        assertThat(handoffs.shippable(2)).isEqualTo(bits(1, 2));
        assertThat(handoffs.awaits(V)).isTrue();
        assertThat(handoffs.awaits(1)).isFalse();
        assertThat(handoffs.expects(2, V)).isTrue();
        assertThat(handoffs.expects(3, V)).isFalse();
    }

    @Test
    void adopt_between_takesBothSidesFromTheRings() {
        handoffs.adopt(2, 0, Samples.ring(2, v -> v < 3 ? 0 : 1), Samples.ring(2, v -> v == 0 || v == V ? 0 : 1));

        assertThat(handoffs.shippable(2)).isEqualTo(bits(1, 2));
        assertThat(handoffs.awaits(V)).isTrue();
    }

    @Test
    void shippable_awaitedByAnEarlierEpoch_waitsForIt() {
        handoffs.adopt(2, VnodeSet.EMPTY, VnodeSet.of(V));
        handoffs.adopt(3, VnodeSet.of(V), VnodeSet.EMPTY);
        assertThat(handoffs.hasShippable()).isFalse();

        handoffs.received(2, V);

        assertThat(handoffs.shippable(3)).isEqualTo(bits(V));
        assertThat(handoffs.hasShippable()).isTrue();
    }

    @Test
    void shippable_awaitedByALaterEpoch_needNotWait() {
        handoffs.adopt(2, VnodeSet.of(V), VnodeSet.EMPTY);
        handoffs.adopt(3, VnodeSet.EMPTY, VnodeSet.of(V));

        assertThat(handoffs.shippable(2)).isEqualTo(bits(V));
    }

    @Test
    void received_earlierOfTwoMoves_awaitsTheOther() {
        handoffs.adopt(2, VnodeSet.EMPTY, VnodeSet.of(V));
        handoffs.adopt(3, VnodeSet.of(V), VnodeSet.EMPTY);
        handoffs.adopt(4, VnodeSet.EMPTY, VnodeSet.of(V));
        handoffs.hold(V);

        handoffs.received(2, V);
        assertThat(handoffs.awaits(V)).isTrue();
        assertThat(handoffs.nextReleasing(0)).isEqualTo(V);

        var unused = handoffs.sending(3, V);
        assertThat(handoffs.nextReleasing(0)).isEqualTo(-1);

        handoffs.shipped(3, V);
        handoffs.hold(V);
        handoffs.received(4, V);
        assertThat(handoffs.awaits(V)).isFalse();
        assertThat(handoffs.nextReleasing(0)).isEqualTo(V);
    }

    @Test
    void received_nothingHeld_releasesNothing() {
        handoffs.adopt(2, VnodeSet.EMPTY, VnodeSet.of(V));

        handoffs.received(2, V);

        assertThat(handoffs.nextReleasing(0)).isEqualTo(-1);
    }

    @Test
    void received_lostMeanwhile_isReleasedUntilItIsShipped() {
        handoffs.adopt(2, VnodeSet.EMPTY, VnodeSet.of(V));
        handoffs.hold(V);
        handoffs.adopt(3, VnodeSet.of(V), VnodeSet.EMPTY);

        handoffs.received(2, V);
        assertThat(handoffs.nextReleasing(0)).isEqualTo(V);

        var unused = handoffs.sending(3, V);
        assertThat(handoffs.nextReleasing(0)).isEqualTo(-1);
    }

    @Test
    void homeOf_vnodeThatLeaves_isHereUntilTheFirstEntryIsSent() {
        handoffs.adopt(2, VnodeSet.of(V), VnodeSet.EMPTY);
        assertThat(home(0, RINGS.get(1))).isZero();

        var unused = handoffs.sending(2, V);
        assertThat(home(0, RINGS.get(1))).isEqualTo(1);

        handoffs.shipped(2, V);
        assertThat(home(0, RINGS.get(1))).isEqualTo(1);
    }

    @Test
    void homeOf_vnodeThatComes_isWhereItComesFromUntilTheFirstEntryIsHere() {
        handoffs.adopt(2, VnodeSet.EMPTY, VnodeSet.of(V));
        assertThat(home(1, RINGS.get(1))).isZero();
        assertThat(handoffs.comesNext(V)).isTrue();

        var unused = handoffs.receiving(2, V);
        assertThat(home(1, RINGS.get(1))).isEqualTo(1);
        assertThat(handoffs.comesNext(V)).isTrue();

        handoffs.received(2, V);
        assertThat(home(1, RINGS.get(1))).isEqualTo(1);
        assertThat(handoffs.comesNext(V)).isFalse();
    }

    @Test
    void homeOf_vnodeThatGoesToAndFro_followsTheFirstMoveThatIsNotFinished() {
        handoffs.adopt(2, VnodeSet.EMPTY, VnodeSet.of(V));
        handoffs.adopt(3, VnodeSet.of(V), VnodeSet.EMPTY);
        handoffs.adopt(4, VnodeSet.EMPTY, VnodeSet.of(V));
        assertThat(home(1, RINGS.get(3))).isZero();

        handoffs.received(2, V);
        assertThat(home(1, RINGS.get(3))).isEqualTo(1);

        handoffs.shipped(3, V);
        assertThat(home(1, RINGS.get(3))).isEqualTo(2);

        handoffs.received(4, V);
        assertThat(home(1, RINGS.get(3))).isEqualTo(1);
    }

    @Test
    void homeOf_anyOtherVnode_isWithItsOwner() {
        handoffs.adopt(2, VnodeSet.of(1), VnodeSet.of(2));

        assertThat(home(0, RINGS.get(3))).isEqualTo(1);
        assertThat(home(0, RINGS.get(2))).isEqualTo(2);
    }

    @Test
    void emptied_shippedVnode_holdsNothing() {
        handoffs.hold(V);

        handoffs.emptied(V);

        assertThat(snapshot().held()).isEqualTo(VnodeSet.EMPTY);
    }

    @Test
    void emptied_vnodeGainedBackMeanwhile_stillHolds() {
        handoffs.adopt(2, VnodeSet.of(V), VnodeSet.EMPTY);
        handoffs.adopt(3, VnodeSet.EMPTY, VnodeSet.of(V));
        handoffs.hold(V);

        handoffs.shipped(2, V);
        handoffs.emptied(V);

        assertThat(snapshot().held()).isEqualTo(VnodeSet.of(V));
    }

    @Test
    void released_vnode_isDone() {
        handoffs.hold(V);
        handoffs.received(2, V);

        handoffs.released(V);

        assertThat(handoffs.nextReleasing(0)).isEqualTo(-1);
        assertThat(snapshot().held()).isEqualTo(VnodeSet.EMPTY);
    }

    @Test
    void snapshot_loadedAgain_isTheSame() {
        handoffs.adopt(2, VnodeSet.of(1, 65_535), VnodeSet.of(V));
        handoffs.adopt(3, VnodeSet.of(V), VnodeSet.of(1));
        handoffs.hold(V);
        handoffs.sending(2, 1).add(Samples.bytes("a"), Samples.envelope(false, 1, 0));
        handoffs.receiving(2, V).add(Samples.bytes("b"), Samples.envelope(true, 3, 0));

        TaskState state = snapshot();

        assertThat(new Handoffs(state).snapshot(3, Counters.ZERO))
                .usingRecursiveComparison()
                .ignoringCollectionOrderInFields("digests")
                .isEqualTo(state);
        assertThat(state.outgoing())
                .containsExactly(
                        new TaskState.Pending(2, VnodeSet.of(1, 65_535)), new TaskState.Pending(3, VnodeSet.of(V)));
        assertThat(state.digests()).hasSize(2);
    }

    @Test
    void snapshot_everythingDone_isEmpty() {
        handoffs.adopt(2, VnodeSet.of(1), VnodeSet.of(V));
        handoffs.sending(2, 1);
        handoffs.shipped(2, 1);
        handoffs.receiving(2, V);
        handoffs.received(2, V);

        assertThat(snapshot())
                .isEqualTo(new TaskState(
                        3, List.of(), List.of(), VnodeSet.EMPTY, VnodeSet.EMPTY, List.of(), Counters.ZERO));
    }

    private TaskState snapshot() {
        return handoffs.snapshot(3, Counters.ZERO);
    }

    private int home(int partition, Ring adopted) {
        return handoffs.homeOf(V, partition, adopted.partitionOfVnode(V), epoch -> RINGS.get(epoch - 1));
    }

    private static BitSet bits(int... vnodes) {
        BitSet bits = new BitSet();
        for (int vnode : vnodes) {
            bits.set(vnode);
        }
        return bits;
    }
}
