/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.processor.audit;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

class KeyCountsTest {
    @Test
    void setAndAdd_manyKeys_likeAMap() {
        Random random = new Random(11);
        KeyCounts counts = new KeyCounts();
        Map<Integer, Long> expected = new HashMap<>();
        for (int i = 0; i < 200_000; i++) {
            int number = random.nextInt(20_000);
            byte[] key = Cuts.key(number);
            long value = random.nextInt(4);
            if (random.nextBoolean()) {
                counts.set(KeyCounts.token(key), KeyCounts.check(key), value);
                expected.put(number, value);
            } else {
                counts.add(KeyCounts.token(key), KeyCounts.check(key), value - 1);
                expected.merge(number, value - 1, Long::sum);
            }
        }
        expected.values().removeIf(value -> value == 0);

        Map<Long, Long> seen = new HashMap<>();
        counts.forEach((token, check, count) -> seen.put(token, count));
        Map<Long, Long> wanted = new HashMap<>();
        expected.forEach((number, value) -> wanted.put(KeyCounts.token(Cuts.key(number)), value));
        assertThat(seen).isEqualTo(wanted);
        assertThat(counts.keys()).isEqualTo(expected.size());
        assertThat(counts.records())
                .isEqualTo(expected.values().stream().mapToLong(Long::longValue).sum());
    }
}
