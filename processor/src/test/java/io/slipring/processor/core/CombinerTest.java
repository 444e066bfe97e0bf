/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.processor.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.slipring.ring.Tokens;
import java.util.Arrays;
import java.util.Comparator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class CombinerTest {
    private final Combiner<Integer, Mask> combiner = new Combiner<>(new Mask.OfRecords(), 2);

    @Test
    void fold_sameKeyAgain_keepsOnePartialWithTheLatestTimestamp() {
        combiner.fold(Samples.bytes("a"), 0, 20);
        int vnode = combiner.fold(Samples.bytes("a"), 1, 10);

        assertThat(vnode).isEqualTo(Tokens.vnode(Samples.bytes("a")));
        assertThat(combiner.partials()).singleElement().satisfies(partial -> {
            assertThat(partial.aggregate().bits()).isEqualTo(3);
            assertThat(partial.records()).isEqualTo(2);
            assertThat(partial.timestamp()).isEqualTo(20);
            assertThat(partial.vnode()).isEqualTo(vnode);
            assertThat(Samples.text(partial.key())).isEqualTo("a");
        });
    }

    @Test
    void merge_foldedKey_addsUp() {
        combiner.fold(Samples.bytes("a"), 0, 5);
        combiner.merge(Samples.bytes("a"), Envelope.decode(Samples.envelope(true, 0b1110, 9)));

        assertThat(combiner.partials()).singleElement().satisfies(partial -> {
            assertThat(partial.aggregate().bits()).isEqualTo(0b1111);
            assertThat(partial.records()).isEqualTo(4);
            assertThat(partial.timestamp()).isEqualTo(9);
        });
    }

    @Test
    void fold_refusedValue_leavesWhatThereWas() {
        combiner.fold(Samples.bytes("a"), 0, 5);

        assertThatThrownBy(() -> combiner.fold(Samples.bytes("a"), Mask.OfRecords.REFUSED, 6))
                .isInstanceOf(Mask.RefusedException.class);
        assertThatThrownBy(() -> combiner.fold(Samples.bytes("b"), Mask.OfRecords.REFUSED, 6))
                .isInstanceOf(Mask.RefusedException.class);

        assertThat(combiner.partials()).singleElement().satisfies(partial -> {
            assertThat(partial.aggregate().bits()).isEqualTo(1);
            assertThat(partial.records()).isEqualTo(1);
            assertThat(partial.timestamp()).isEqualTo(5);
        });
    }

    @Test
    void partials_severalKeys_comeInTheOrderOfTheHomeStore() {
        IntStream.range(0, 200).forEach(i -> combiner.fold(Samples.bytes("key-" + i), 0, 0));

        assertThat(combiner.partials())
                .hasSize(200)
                .isSortedAccordingTo(Comparator.comparing(
                        partial -> HomeKey.of(partial.vnode(), partial.key()), Arrays::compareUnsigned));
    }

    @Test
    void isFull_capacityReached_untilCleared() {
        combiner.fold(Samples.bytes("a"), 0, 0);
        assertThat(combiner.isFull()).isFalse();
        combiner.fold(Samples.bytes("b"), 0, 0);
        assertThat(combiner.isFull()).isTrue();

        combiner.clear();

        assertThat(combiner.isFull()).isFalse();
        assertThat(combiner.isEmpty()).isTrue();
    }
}
