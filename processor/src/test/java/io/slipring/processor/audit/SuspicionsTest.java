/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.processor.audit;

import static org.assertj.core.api.Assertions.assertThat;

import io.slipring.processor.audit.Finding.Kind;
import io.slipring.processor.audit.Suspicions.Verdict;
import java.util.List;
import org.junit.jupiter.api.Test;

class SuspicionsTest {
    private final Suspicions suspicions = new Suspicions();

    private static Finding home(int partition, long difference) {
        return new Finding(Kind.HOME, partition, -1, -1, difference, "");
    }

    private static Finding twoStores(int vnode) {
        return new Finding(Kind.TWO_STORES, 1, 0, vnode, 5, "");
    }

    @Test
    void add_nothing_isExact() {
        assertThat(suspicions.add(List.of())).isEqualTo(Verdict.EXACT);
    }

    @Test
    void add_differenceThatGoesAway_isExact() {
        assertThat(suspicions.add(List.of(home(1, -1)))).isEqualTo(Verdict.OPEN);
        assertThat(suspicions.add(List.of())).isEqualTo(Verdict.EXACT);
    }

    @Test
    void add_sameDifferenceInThreeCuts_countsAlone() {
        assertThat(suspicions.add(List.of(home(1, -1)))).isEqualTo(Verdict.OPEN);
        assertThat(suspicions.add(List.of(home(1, -1), home(2, 4)))).isEqualTo(Verdict.OPEN);
        assertThat(suspicions.add(List.of(home(1, -1), home(2, 5)))).isEqualTo(Verdict.DIFFERENT);
        assertThat(suspicions.findings()).containsExactly(home(1, -1));
    }

    @Test
    void add_differenceThatChanges_staysOpen() {
        for (int difference = 1; difference < 10; difference++) {
            assertThat(suspicions.add(List.of(home(1, difference)))).isEqualTo(Verdict.OPEN);
        }
        assertThat(suspicions.findings()).containsExactly(home(1, 9));
    }

    @Test
    void add_handoffsSeenOnBothSidesOnceEach_isExact() {
        assertThat(suspicions.add(List.of(twoStores(7)))).isEqualTo(Verdict.OPEN);
        assertThat(suspicions.add(List.of(twoStores(8)))).isEqualTo(Verdict.EXACT);
    }

    @Test
    void add_keyInTwoStoresForGood_isDifferent() {
        assertThat(suspicions.add(List.of(twoStores(7)))).isEqualTo(Verdict.OPEN);
        assertThat(suspicions.add(List.of(twoStores(7), twoStores(8)))).isEqualTo(Verdict.OPEN);
        assertThat(suspicions.add(List.of(twoStores(7), twoStores(9)))).isEqualTo(Verdict.DIFFERENT);
        assertThat(suspicions.findings()).containsExactly(twoStores(7));
    }
}
