/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.ring;

import static org.assertj.core.api.Assertions.assertThat;

import com.dynatrace.hash4j.hashing.Hashing;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

class Xxh3Test {
    @Test
    void hash_everyLengthAndPattern_isWhatTheGeneralImplementationSays() {
        Random random = new Random(20);
        for (int length = 0; length <= 300; length++) {
            byte[] zeros = new byte[length];
            byte[] ones = new byte[length];
            Arrays.fill(ones, (byte) 0xFF);
            assertSame(zeros);
            assertSame(ones);
            for (int i = 0; i < 200; i++) {
                byte[] key = new byte[length];
                random.nextBytes(key);
                assertSame(key);
            }
        }
    }

    private static void assertSame(byte[] key) {
        assertThat(Xxh3.hash(key))
                .as("%d bytes: %s", key.length, Arrays.toString(key))
                .isEqualTo(Hashing.xxh3_64().hashBytesToLong(key));
    }
}
