/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.processor.core;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class OutboxTest {
    private final Sent sent = new Sent();
    private final Outbox outbox = new Outbox(4, 9, 60, sent);

    @Test
    void sendAll_nothingAdded_sendsNothing() {
        outbox.sendAll();

        assertThat(sent.transfers).isEmpty();
    }

    @Test
    void sendAll_severalOwners_sendsEachItsOwn() {
        add(1, "a", 1);
        add(2, "b", 1);
        add(1, "c", 1);

        outbox.sendAll();

        assertThat(sent.transfers).extracting(Sent.To::partition).containsExactly(1, 2);
        assertThat(sent.keys()).containsExactly("a,c", "b");
        assertThat(sent.transfers).allSatisfy(to -> {
            assertThat(to.transfer()).isInstanceOf(Transfer.Foreign.class);
            assertThat(to.transfer().epoch()).isEqualTo(4);
            assertThat(to.transfer().from()).isEqualTo(9);
        });
    }

    @Test
    void add_moreThanFitsIntoATransfer_sendsWhatThereIsFirst() {
        add(1, "a", 1);
        add(1, "b", 1);
        add(1, "c", 1);

        assertThat(sent.keys()).containsExactly("a,b");
        outbox.sendAll();
        assertThat(sent.keys()).containsExactly("a,b", "c");
    }

    @Test
    void add_largerThanATransfer_travelsAlone() {
        outbox.add(1, Samples.bytes("a"), new byte[100]);
        outbox.add(1, Samples.bytes("b"), new byte[100]);
        outbox.sendAll();

        assertThat(sent.keys()).containsExactly("a", "b");
    }

    private void add(int owner, String key, long bits) {
        outbox.add(owner, Samples.bytes(key), Samples.envelope(false, bits, 0));
    }
}
