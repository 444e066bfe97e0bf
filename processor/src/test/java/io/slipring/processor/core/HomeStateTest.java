/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.processor.core;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class HomeStateTest {
    private static final String KEY = Samples.KEYS.get(0);

    private final SimStore store = new SimStore();
    private final HomeState<Integer, Mask> home = new HomeState<>(store, new Mask.OfRecords(), Counters.ZERO);

    @Test
    void merge_newKey_storesItUnderItsVnode() {
        HomeState.Merged<Mask> merged = home.merge(Samples.pending(KEY, 0b11, 7), false);

        assertThat(merged.aggregate().bits()).isEqualTo(0b11);
        assertThat(merged.records()).isEqualTo(2);
        assertThat(merged.timestamp()).isEqualTo(7);
        assertThat(store.get(HomeKey.of(Samples.VNODE, Samples.bytes(KEY))))
                .containsExactly(Samples.envelope(false, 0b11, 7));
        assertCountsMatchTheStore(1, 2);
    }

    @Test
    void merge_knownKey_addsUpAndTakesTheNewMark() {
        home.merge(Samples.pending(KEY, 0b0011, 7), true);

        HomeState.Merged<Mask> merged = home.merge(Samples.pending(KEY, 0b1100, 3), false);

        assertThat(merged.records()).isEqualTo(4);
        assertThat(merged.timestamp()).isEqualTo(7);
        assertThat(entries(null)).containsExactly(KEY + " free 15");
        assertCountsMatchTheStore(1, 4);
    }

    @Test
    void mergeHandedOff_newKey_keepsItsMark() {
        boolean held = home.mergeHandedOff(
                Samples.VNODE, List.of(new Transfer.Partial(Samples.bytes(KEY), Samples.envelope(true, 1, 0))));

        assertThat(held).isTrue();
        assertThat(entries(null)).containsExactly(KEY + " held 1");
        assertCountsMatchTheStore(1, 1);
    }

    @Test
    void mergeHandedOff_updateOwedHereOrThere_staysOwed() {
        home.merge(Samples.pending(KEY, 1, 0), true);

        boolean held = home.mergeHandedOff(
                Samples.VNODE, List.of(new Transfer.Partial(Samples.bytes(KEY), Samples.envelope(false, 2, 5))));

        assertThat(held).isTrue();
        assertThat(entries(null)).containsExactly(KEY + " held 3");
        assertCountsMatchTheStore(1, 2);
    }

    @Test
    void mergeHandedOff_severalKeysSomeOfThemThere_mergesEachWithItsOwn() {
        home.merge(Samples.pending(Samples.KEYS.get(1), 0b0001, 0), true);
        home.merge(Samples.pending(Samples.KEYS.get(2), 0b0010, 0), false);
        List<Transfer.Partial> partials = Samples.KEYS.stream()
                .filter(key -> !key.equals(Samples.KEYS.get(1)))
                .map(key -> new Transfer.Partial(Samples.bytes(key), Samples.envelope(false, 0b0100, 0)))
                .toList();

        boolean held = home.mergeHandedOff(Samples.VNODE, partials);

        assertThat(held).isFalse();
        assertThat(entries(null))
                .containsExactlyElementsOf(IntStream.range(0, Samples.KEYS.size())
                        .mapToObj(i -> Samples.KEYS.get(i) + (i == 1 ? " held 1" : i == 2 ? " free 6" : " free 4"))
                        .toList());
        assertCountsMatchTheStore(Samples.KEYS.size(), Samples.KEYS.size() + 1);
    }

    @Test
    void delete_several_leavesTheOthers() {
        Samples.KEYS.forEach(key -> home.merge(Samples.pending(key, 1, 0), false));
        List<Transfer.Partial> deleted = List.of(
                new Transfer.Partial(Samples.bytes(Samples.KEYS.get(0)), Samples.envelope(false, 1, 0)),
                new Transfer.Partial(Samples.bytes(Samples.KEYS.get(2)), Samples.envelope(false, 1, 0)));
        long before = home.bytes();

        long freed = home.delete(Samples.VNODE, deleted);

        assertThat(home.bytes()).isEqualTo(before - freed);
        assertThat(entries(null)).hasSize(Samples.KEYS.size() - 2).doesNotContain(Samples.KEYS.get(0) + " free 1");
        assertCountsMatchTheStore(Samples.KEYS.size() - 2, Samples.KEYS.size() - 2);
    }

    @Test
    void scan_afterAKey_visitsThoseAboveItInTheSameVnode() {
        Samples.KEYS.forEach(key -> home.merge(Samples.pending(key, 1, 0), false));
        SimKeys.GROUPS
                .get(1)
                .forEach(other -> home.merge(Samples.pending(Samples.text(SimKeys.key(other)), 1, 0), false));

        assertThat(entries(Samples.bytes(Samples.KEYS.get(1))))
                .containsExactlyElementsOf(Samples.KEYS.stream()
                        .skip(2)
                        .map(key -> key + " free 1")
                        .toList());
    }

    @Test
    void scan_lastVnode_endsWithTheStore() {
        int last = SimKeys.GROUPS.get(SimKeys.SHARED - 1).get(0);
        assertThat(SimKeys.vnode(last)).isEqualTo(65_535);
        home.merge(Samples.pending(Samples.text(SimKeys.key(last)), 1, 0), false);

        List<String> found = new ArrayList<>();
        home.scan(65_535, null, (key, envelope) -> found.add(Samples.text(key)));

        assertThat(found).containsExactly(Samples.text(SimKeys.key(last)));
    }

    @Test
    void delete_entry_takesItOutOfTheCounts() {
        Samples.KEYS.forEach(key -> home.merge(Samples.pending(key, 0b111, 0), false));

        home.delete(Samples.VNODE, Samples.bytes(KEY), Samples.envelope(false, 0b111, 0));

        assertCountsMatchTheStore(Samples.KEYS.size() - 1, 3L * (Samples.KEYS.size() - 1));
    }

    @Test
    void clearHeld_heldEntry_changesTheMarkOnly() {
        home.merge(Samples.pending(KEY, 5, 0), true);

        home.clearHeld(Samples.VNODE, Samples.bytes(KEY), Samples.envelope(true, 5, 0));

        assertThat(entries(null)).containsExactly(KEY + " free 5");
        assertCountsMatchTheStore(1, 2);
    }

    private List<String> entries(byte[] after) {
        List<String> found = new ArrayList<>();
        home.scan(
                Samples.VNODE,
                after,
                (key, envelope) -> found.add(Samples.text(key)
                        + (Envelope.isHeld(envelope) ? " held " : " free ")
                        + Mask.OfRecords.bitsOf(envelope, 17)));
        return found;
    }

    private void assertCountsMatchTheStore(long entries, long records) {
        store.commit();
        assertThat(home.entries())
                .isEqualTo(entries)
                .isEqualTo(store.committed().size());
        assertThat(home.records()).isEqualTo(records);
        assertThat(home.bytes())
                .isEqualTo(store.committed().entrySet().stream()
                        .mapToLong(HomeStateTest::size)
                        .sum());
    }

    private static long size(Map.Entry<byte[], byte[]> entry) {
        return entry.getKey().length + (long) entry.getValue().length;
    }
}
