/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.cli.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class WindowParserTest {
    @ParameterizedTest
    @CsvSource({
        "tumbling 1h grace 5m,3600000,3600000,300000",
        "Tumbling  500ms  grace 0,500,500,0",
        "hopping 1d every 6h grace 30s,86400000,21600000,30000",
        "session 30m grace 0,1800000,0,0",
        "HOPPING 1H EVERY 1H GRACE 0s,3600000,3600000,0",
    })
    void parse_window_hasSizeAdvanceAndGrace(String text, long size, long every, long grace) {
        assertThat(WindowParser.parse(text))
                .isEqualTo(
                        new WindowSetting(Duration.ofMillis(size), Duration.ofMillis(every), Duration.ofMillis(grace)));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '~',
            ignoreLeadingAndTrailingWhitespace = false,
            value = {
                "sliding 1h grace 5m~1~expected tumbling, hopping or session",
                "session 0 grace 5m~9~must be 1ms to 36500d",
                "session 30m~12~expected 'grace'",
                "tumbling~9~expected how long a window is",
                "tumbling 1 hour~10~expected how long a window is, such as 1h (units: ms, s, m, h, d)",
                "tumbling 0 grace 5m~10~must be 1ms to 36500d",
                "tumbling 999999999d grace 5m~10~must be 1ms to 36500d",
                "tumbling 1h~12~expected 'grace' and how long after its end",
                "tumbling 1h every 5m~13~expected 'grace'",
                "tumbling 1h grace~18~expected how long after its end",
                "tumbling 1h grace -5m~19~expected how long after its end",
                "tumbling 1h grace 5m 3~22~expected nothing more",
                "hopping 1h grace 5m~12~expected 'every' and when the next window starts",
                "hopping 1h every 2h grace 5m~18~'every' must not be longer than the window",
                "hopping 1h every 0 grace 5m~18~must be 1ms to 36500d",
            })
    void parse_mistake_tellsItsPlace(String text, int column, String why) {
        assertThatThrownBy(() -> WindowParser.parse(text))
                .isInstanceOf(ExpressionException.class)
                .hasMessageStartingWith(
                        "Invalid value " + text + " for configuration slipring.window: column " + column + ": ")
                .hasMessageContaining(why);
    }

    @Test
    void illustration_mistake_hasACaretUnderIt() {
        ExpressionException mistake =
                catchThrowableOfType(ExpressionException.class, () -> WindowParser.parse("tumbling 1x grace 5m"));

        assertThat(mistake.illustration()).isEqualTo("  tumbling 1x grace 5m\n           ^");
    }
}
