/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.processor.core;

import static org.assertj.core.api.Assertions.assertThat;

import io.slipring.ring.VnodeSet;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class ShipperTest {
    private static final int TWO_ENTRIES = 75;

    private final SimStore store = new SimStore();
    private final HomeState<Integer, Mask> home = new HomeState<>(store, new Mask.OfRecords(), Counters.ZERO);
    private final Handoffs handoffs = new Handoffs(TaskState.NEW);
    private final Sent sent = new Sent();
    private final Epochs epochs = Samples.epochs(Samples.ring(2, v -> 0), Samples.ring(2, v -> v < 2 ? 1 : 0));
    private long now;

    @Test
    void ship_emptyVnodes_areToldInOneMessage() {
        handoffs.adopt(2, VnodeSet.of(0, 1), VnodeSet.EMPTY);

        shipper(TWO_ENTRIES).ship(budget(1_000));

        assertThat(sent.transfers).singleElement().satisfies(to -> {
            assertThat(to.partition()).isEqualTo(1);
            Transfer.Handoff handoff = (Transfer.Handoff) to.transfer();
            assertThat(handoff.epoch()).isEqualTo(2);
            assertThat(handoff.partials()).isEmpty();
            assertThat(handoff.done()).isEmpty();
            assertThat(handoff.emptyVnodes()).isEqualTo(VnodeSet.of(0, 1));
        });
        assertThat(handoffs.hasShippable()).isFalse();
    }

    @Test
    void ship_moreThanATransferHolds_sendsSeveralAndThenDone() {
        fill();

        Shipper<Integer, Mask> shipper = shipper(TWO_ENTRIES);
        shipper.ship(budget(1_000));

        assertThat(sent.transfers).hasSize((Samples.KEYS.size() + 1) / 2);
        assertThat(String.join(",", sent.keys())).isEqualTo(String.join(",", Samples.KEYS));
        Transfer.Handoff last =
                (Transfer.Handoff) sent.transfers.get(sent.transfers.size() - 1).transfer();
        assertThat(last.done()).singleElement().satisfies(done -> {
            assertThat(done.vnode()).isEqualTo(Samples.VNODE);
            assertThat(done.entries()).isEqualTo(Samples.KEYS.size());
            assertThat(done.records()).isEqualTo(Samples.KEYS.size());
        });
        assertThat(home.entries()).isZero();
        assertThat(shipper.shippedEntries()).isEqualTo(Samples.KEYS.size());
        assertThat(shipper.sentRecords()).isEqualTo(Samples.KEYS.size());
    }

    @Test
    void ship_budgetSpentInTheMiddle_goesOnThereNextTime() {
        fill();
        Shipper<Integer, Mask> shipper = shipper(1);
        Budget budget = budget(1);

        shipper.ship(budget);
        assertThat(sent.keys()).containsExactly(Samples.KEYS.get(0));
        assertThat(handoffs.hasShippable()).isTrue();

        now += TimeUnit.MINUTES.toNanos(5);
        budget.start(1_000);
        shipper.ship(budget);
        shipper.ship(budget);
        assertThat(sent.keys()).containsExactly(Samples.KEYS.get(0), Samples.KEYS.get(1));
    }

    @Test
    void ship_budgetSpent_shipsNothing() {
        fill();
        Budget budget = budget(10);
        budget.spend(10);

        shipper(TWO_ENTRIES).ship(budget);

        assertThat(sent.transfers).isEmpty();
        assertThat(home.entries()).isEqualTo(Samples.KEYS.size());
    }

    @Test
    void ship_restartedInTheMiddle_tellsWhatBothSent() {
        fill();
        shipper(1).ship(budget(1));
        Handoffs restarted = new Handoffs(handoffs.snapshot(2, Counters.ZERO));

        new Shipper<>(0, epochs, restarted, home, sent, 1_000, null, Counters.ZERO).ship(budget(1_000));

        assertThat(String.join(",", sent.keys())).isEqualTo(String.join(",", Samples.KEYS));
        Digest all = new Digest();
        sent.transfers.forEach(
                to -> to.transfer().partials().forEach(partial -> all.add(partial.key(), partial.envelope())));
        assertThat(((Transfer.Handoff) sent.transfers.get(1).transfer()).done())
                .containsExactly(all.done(Samples.VNODE));
    }

    private void fill() {
        Samples.KEYS.forEach(key -> home.merge(Samples.pending(key, 1, 0), false));
        handoffs.adopt(2, VnodeSet.of(Samples.VNODE), VnodeSet.EMPTY);
    }

    private Shipper<Integer, Mask> shipper(int maxBytes) {
        return new Shipper<>(0, epochs, handoffs, home, sent, maxBytes, null, Counters.ZERO);
    }

    private Budget budget(long bytesPerSecond) {
        Budget budget = new Budget(() -> now, bytesPerSecond);
        budget.start(1_000);
        return budget;
    }
}
