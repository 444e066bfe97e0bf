/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.ring.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.slipring.ring.Epoch;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ControlKeyTest {
    @Test
    void text_eachKind_isAsDocumented() {
        assertThat(new ControlKey.RingKey("orders", new Epoch(12)).text()).isEqualTo("ring/orders/12");
        assertThat(new ControlKey.AppKey("orders", "totals").text()).isEqualTo("app/orders/totals");
        assertThat(new ControlKey.TaskKey("orders", "totals", 3).text()).isEqualTo("task/orders/totals/3");
        assertThat(new ControlKey.HotKey("orders", "checkout-1").text()).isEqualTo("hot/orders/checkout-1");
        assertThat(new ControlKey.ErasedKey("orders", "totals", -2).text())
                .isEqualTo("erased/orders/totals/fffffffffffffffe");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "ring/orders/12",
                "app/orders/totals",
                "task/orders/totals/0",
                "hot/orders/checkout-1",
                "erased/orders/totals/00000000000000ff"
            })
    void parse_ours_isTheKeyItWasMadeFrom(String text) {
        assertThat(ControlKey.parse(text.getBytes(StandardCharsets.UTF_8)))
                .get()
                .extracting(ControlKey::text)
                .isEqualTo(text);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "ring",
                "ring/orders",
                "ring/orders/0",
                "ring/orders/x",
                "ring/orders/+1",
                "ring/orders/01",
                "ring/orders/\u0661",
                "task/a/b/-0",
                "ring//1",
                "ring/a/1/2",
                "lock/a/b",
                "app/a/",
                "task/a/b/-1",
                "task/a/b/c",
                "erased/a/b/ff",
                "erased/a/b/00000000000000FF",
                "erased/a/b/00000000000000fg"
            })
    void parse_notOurs_isEmpty(String text) {
        assertThat(ControlKey.parse(text.getBytes(StandardCharsets.UTF_8))).isEmpty();
    }

    @Test
    void constructor_illegalName_isRefused() {
        assertThatThrownBy(() -> new ControlKey.AppKey("orders", "a/b"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("applicationId must be 1 to 200");
    }
}
