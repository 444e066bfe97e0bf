/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.cli.progress;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class AmountsTest {
    @Test
    void bytes_anySize_isShort() {
        assertThat(Amounts.bytes(0)).isEqualTo("0 B");
        assertThat(Amounts.bytes(999)).isEqualTo("999 B");
        assertThat(Amounts.bytes(1_234)).isEqualTo("1.2 kB");
        assertThat(Amounts.bytes(999_960)).isEqualTo("1.0 MB");
        assertThat(Amounts.bytes(5e15)).isEqualTo("5000.0 TB");
    }

    @Test
    void duration_anyLength_hasTwoUnitsAtMost() {
        assertThat(Amounts.duration(-5)).isEqualTo("0 s");
        assertThat(Amounts.duration(1_400)).isEqualTo("1 s");
        assertThat(Amounts.duration(59_600)).isEqualTo("1 min 0 s");
        assertThat(Amounts.duration(200_000)).isEqualTo("3 min 20 s");
        assertThat(Amounts.duration(7_380_000)).isEqualTo("2 h 3 min");
    }
}
