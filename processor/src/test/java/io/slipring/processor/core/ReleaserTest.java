/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.processor.core;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ReleaserTest {
    private final SimStore store = new SimStore();
    private final HomeState<Integer, Mask> home = new HomeState<>(store, new Mask.OfRecords(), Counters.ZERO);
    private final Handoffs handoffs = new Handoffs(TaskState.NEW);
    private final Sent sent = new Sent();
    private long now;

    @Test
    void release_heldAndOtherEntries_emitsTheHeldOnce() {
        home.merge(Samples.pending(Samples.KEYS.get(0), 0b1, 3), true);
        home.merge(Samples.pending(Samples.KEYS.get(1), 0b10, 4), false);
        home.merge(Samples.pending(Samples.KEYS.get(2), 0b101, 5), true);
        complete();

        releaser(1_000).release(budget(1_000));

        assertThat(sent.updates)
                .containsExactly(
                        new Sent.Update(Samples.KEYS.get(0), 0b1, 1, 3),
                        new Sent.Update(Samples.KEYS.get(2), 0b101, 2, 5));
        assertThat(handoffs.nextReleasing(0)).isEqualTo(-1);
        releaser(1_000).release(budget(1_000));
        assertThat(sent.updates).hasSize(2);
    }

    @Test
    void release_bytesOverdrawnByShipping_emitsNevertheless() {
        holdAll();
        Budget budget = budget(1_000);
        budget.spend(5_000);

        releaser(1_000).release(budget);

        assertThat(sent.updates).hasSize(Samples.KEYS.size());
    }

    @Test
    void release_timeUpEachTime_getsOnAndComesToAnEnd() {
        holdAll();
        Budget budget = budget(1_000);
        now += 1_000;

        for (int i = 1; i <= Samples.KEYS.size(); i++) {
            assertThat(handoffs.nextReleasing(0)).isEqualTo(Samples.VNODE);
            releaser(1).release(budget);
            assertThat(sent.updates).hasSize(i);
        }
        releaser(1).release(budget);

        assertThat(handoffs.nextReleasing(0)).isEqualTo(-1);
        assertThat(sent.updates).extracting(Sent.Update::key).containsExactlyElementsOf(Samples.KEYS);
    }

    private void holdAll() {
        Samples.KEYS.forEach(key -> home.merge(Samples.pending(key, 1, 0), true));
        complete();
    }

    private void complete() {
        handoffs.hold(Samples.VNODE);
        handoffs.received(2, Samples.VNODE);
    }

    private Releaser<Integer, Mask> releaser(int maxBytes) {
        return new Releaser<>(handoffs, home, new Mask.OfRecords(), sent, maxBytes, null);
    }

    private Budget budget(long nanos) {
        Budget budget = new Budget(() -> now, 1_000);
        budget.start(nanos);
        return budget;
    }
}
