/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.ring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

class VnodeSetTest {

    @Property(tries = 200)
    void operations_anySets_agreeWithTreeSet(
            @ForAll @Size(max = 300) Set<@IntRange(max = 65_535) Integer> left,
            @ForAll @Size(max = 300) Set<@IntRange(max = 65_535) Integer> right) {
        VnodeSet a = set(left);
        VnodeSet b = set(right);

        assertThat(members(a)).containsExactlyElementsOf(new TreeSet<>(left));
        assertThat(a.size()).isEqualTo(left.size());
        assertThat(members(a.union(b))).isEqualTo(new ArrayList<>(union(left, right)));
        assertThat(a.minus(b).size() + a.intersect(b).size()).isEqualTo(a.size());
        assertThat(a.intersects(b)).isEqualTo(!a.intersect(b).isEmpty());
        assertThat(a.containsAll(a.intersect(b))).isTrue();
        assertThat(VnodeSet.fromRanges(a.toRanges())).isEqualTo(a);
        assertThat(VnodeSet.fromBytes(a.toBytes())).isEqualTo(a);
    }

    @Test
    void toBytes_manyGaps_isABitmap() {
        VnodeSet even = set(IntStream.range(0, 32_768).map(i -> 2 * i).boxed().collect(Collectors.toSet()));

        byte[] bytes = even.toBytes();

        assertThat(bytes).hasSize(8_192).containsOnly(0xAA);
        assertThat(VnodeSet.fromBytes(bytes)).isEqualTo(even);
        assertThat(VnodeSet.fromBytes(VnodeSet.of(0, 9).union(even).toBytes()).contains(9))
                .isTrue();
    }

    @Test
    void toRanges_edges_areWhole() {
        assertThat(VnodeSet.EMPTY.toRanges()).isEmpty();
        assertThat(VnodeSet.ALL.toRanges()).containsExactly(0, 0, 0xFF, 0xFF);
        assertThat(VnodeSet.ofRanges(63, 64, 65_535, 65_535).toRanges())
                .containsExactly(0, 63, 0, 64, 255, 255, 255, 255);
        assertThat(VnodeSet.of(63, 64)).isEqualTo(VnodeSet.ofRanges(63, 64));
    }

    @Test
    void nextFrom_pastTheLast_isMinusOne() {
        VnodeSet set = VnodeSet.of(3, 64, 65_535);

        assertThat(IntStream.of(0, 3, 4, 64, 65, 65_535, 65_536).map(set::nextFrom))
                .containsExactly(3, 3, 64, 64, 65_535, 65_535, -1);
    }

    @Test
    void fromRanges_malformed_isRefusedWithTheReason() {
        assertThatThrownBy(() -> VnodeSet.fromRanges(new byte[3])).hasMessageContaining("4 bytes each, were 3 bytes");
        assertThatThrownBy(() -> VnodeSet.fromRanges(new byte[] {0, 2, 0, 1})).hasMessageContaining("was [2, 1]");
        assertThatThrownBy(() -> VnodeSet.fromRanges(new byte[] {0, 0, 0, 1, 0, 2, 0, 3}))
                .hasMessageContaining("with a gap between them, but [2, 3] follows a range that ends at 1");
        assertThatThrownBy(() -> VnodeSet.fromBytes(new byte[8_196])).hasMessageContaining("at most 8192 bytes");
        assertThatThrownBy(() -> VnodeSet.of(65_536)).hasMessage("vnode must be 0..65535, was 65536");
    }

    private static VnodeSet set(Set<Integer> members) {
        return VnodeSet.of(members.stream().mapToInt(i -> i).toArray());
    }

    private static List<Integer> members(VnodeSet set) {
        List<Integer> members = new ArrayList<>();
        set.forEach(members::add);
        return members;
    }

    private static Set<Integer> union(Set<Integer> left, Set<Integer> right) {
        Set<Integer> both = new TreeSet<>(left);
        both.addAll(right);
        return both;
    }
}
