/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.processor.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.HexFormat;
import org.junit.jupiter.api.Test;

class EnvelopeTest {
    private static final byte[] AGGREGATE = {7, 8, 9};

    @Test
    void encode_heldPartial_hasTheDocumentedBytes() {
        assertThat(HexFormat.of().formatHex(new Envelope(true, 258, -1, AGGREGATE).encode()))
                .isEqualTo("11" + "0000000000000102" + "ffffffffffffffff" + "070809");
    }

    @Test
    void decode_encoded_givesTheSame() {
        Envelope envelope = Envelope.decode(new Envelope(false, 3, 1_700_000_000_000L, AGGREGATE).encode());

        assertThat(envelope.held()).isFalse();
        assertThat(envelope.records()).isEqualTo(3);
        assertThat(envelope.timestamp()).isEqualTo(1_700_000_000_000L);
        assertThat(envelope.aggregate()).containsExactly(AGGREGATE);
    }

    @Test
    void decode_emptyAggregate_isRead() {
        assertThat(Envelope.decode(new Envelope(true, 1, 0, new byte[0]).encode())
                        .aggregate())
                .isEmpty();
    }

    @Test
    void decode_tooShort_isRefused() {
        assertThatThrownBy(() -> Envelope.decode(new byte[16]))
                .isInstanceOf(CorruptPartialException.class)
                .hasMessage("envelope must have >= 17 bytes, has 16");
    }

    @Test
    void decode_unknownFormat_isRefused() {
        byte[] bytes = new Envelope(false, 1, 0, AGGREGATE).encode();
        bytes[0] = 0x20;

        assertThatThrownBy(() -> Envelope.decode(bytes))
                .isInstanceOf(CorruptPartialException.class)
                .hasMessageContaining("0x20");
    }

    @Test
    void decode_noRecords_isRefused() {
        byte[] bytes = new Envelope(false, 1, 0, AGGREGATE).encode();
        bytes[8] = 0;

        assertThatThrownBy(() -> Envelope.decode(bytes))
                .isInstanceOf(CorruptPartialException.class)
                .hasMessage("envelope must count >= 1 records, counts 0");
    }

    @Test
    void construct_noRecords_isRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Envelope(false, 0, 0, AGGREGATE))
                .withMessage("records must be >= 1, was 0");
    }

    @Test
    void withHeld_eitherWay_changesTheMarkOnly() {
        byte[] held = new Envelope(true, 5, 6, AGGREGATE).encode();
        byte[] free = new Envelope(false, 5, 6, AGGREGATE).encode();

        assertThat(Envelope.withHeld(held, false)).containsExactly(free);
        assertThat(Envelope.withHeld(free, true)).containsExactly(held);
        assertThat(Envelope.isHeld(held)).isTrue();
        assertThat(Envelope.isHeld(free)).isFalse();
        assertThat(Envelope.recordsOf(held)).isEqualTo(5);
    }
}
