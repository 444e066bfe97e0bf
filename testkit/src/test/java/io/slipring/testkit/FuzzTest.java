/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import org.apache.kafka.common.errors.SerializationException;
import org.junit.jupiter.api.Test;

class FuzzTest {
    /** A length of 4 bytes, then as many bytes. */
    private static final byte[] SAMPLE = {0, 0, 0, 3, 7, 8, 9};

    private static byte[] careful(byte[] bytes) {
        ByteBuffer in = ByteBuffer.wrap(bytes);
        int length = bytes.length < Integer.BYTES ? -1 : in.getInt();
        if (length != in.remaining()) {
            throw new SerializationException("length must be " + in.remaining() + ", was " + length);
        }
        return Arrays.copyOfRange(bytes, Integer.BYTES, bytes.length);
    }

    private static Fuzz fuzz(Fuzz.Decoder decoder) {
        return Fuzz.of("sample", decoder).sample(SAMPLE).refuses(SerializationException.class);
    }

    @Test
    void run_carefulDecoder_isContent() {
        Fuzz.Outcome outcome = fuzz(FuzzTest::careful).run();

        assertThat(outcome.accepted()).isPositive();
        assertThat(outcome.refused()).isPositive();
        assertThat(outcome.accepted() + outcome.refused()).isEqualTo(outcome.inputs());
    }

    @Test
    void run_unnamedException_failsWithTheShortestInput() {
        assertThatThrownBy(() -> fuzz(bytes -> ByteBuffer.wrap(bytes).getInt()).run())
                .isInstanceOf(AssertionError.class)
                .hasMessageMatching(
                        "fuzz sample of -Dfuzz.seed=\\d+: threw java.nio.BufferUnderflowException; input of 0 bytes ")
                .hasCauseInstanceOf(BufferUnderflowException.class);
    }

    @Test
    void run_lengthBelieved_failsByWhatItAllocates() {
        assertThatThrownBy(() -> fuzz(bytes -> {
                            int length = bytes.length < Integer.BYTES
                                    ? 0
                                    : ByteBuffer.wrap(bytes).getInt();
                            // A 16th of it, as the test's heap is bounded.
                            byte[] content = new byte[Math.max(0, length) / 16];
                            System.arraycopy(bytes, bytes.length, content, content.length, 0);
                        })
                        .run())
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("allocated ")
                .hasMessageMatching(".*input of 4 bytes [0-9a-f]{8}");
    }

    @Test
    void run_subclassOfALibrarysException_isNotTheNamedOne() {
        assertThatThrownBy(() -> fuzz(bytes -> Integer.parseInt(Arrays.toString(bytes)))
                        .refuses(IllegalArgumentException.class)
                        .run())
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("fuzz sample of a sample: threw java.lang.NumberFormatException");
    }

    @Test
    void run_checkThatFails_fails() {
        assertThatThrownBy(() -> fuzz(bytes -> assertThat(careful(bytes)).hasSizeLessThan(3))
                        .run())
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("threw java.lang.AssertionError");
    }
}
