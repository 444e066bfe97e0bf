/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.processor.core;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class DigestTest {
    private static final Transfer.Partial A = Samples.partial("a", false, 0b1);
    private static final Transfer.Partial B = Samples.partial("b", true, 0b110);

    @Test
    void done_partialsInEitherOrder_isTheSame() {
        assertThat(done(A, B)).isEqualTo(done(B, A));
        assertThat(done(A, B).entries()).isEqualTo(2);
        assertThat(done(A, B).records()).isEqualTo(3);
    }

    @Test
    void done_anythingDifferent_differs() {
        Transfer.Done done = done(A, B);

        assertThat(List.of(
                        done(A),
                        done(A, B, B),
                        done(A, Samples.partial("b", false, 0b110)),
                        done(A, Samples.partial("b", true, 0b101)),
                        done(A, Samples.partial("c", true, 0b110))))
                .doesNotContain(done)
                .doesNotHaveDuplicates();
    }

    @Test
    void done_boundaryOfKeyAndEnvelopeShifted_differs() {
        byte[] envelope = A.envelope();
        byte[] shifted = new byte[envelope.length + 1];
        System.arraycopy(envelope, 0, shifted, 1, envelope.length);
        shifted[0] = 'a';

        assertThat(done(A).digest())
                .isNotEqualTo(done(new Transfer.Partial(new byte[0], shifted)).digest());
    }

    @Test
    void done_resumedFromItsParts_goesOn() {
        Transfer.Done half = done(A);
        Digest resumed = new Digest(half.entries(), half.records(), half.digest());
        resumed.add(B.key(), B.envelope());

        assertThat(resumed.done(1)).isEqualTo(done(A, B));
    }

    private static Transfer.Done done(Transfer.Partial... partials) {
        Digest digest = new Digest();
        for (Transfer.Partial partial : partials) {
            digest.add(partial.key(), partial.envelope());
        }
        return digest.done(1);
    }
}
