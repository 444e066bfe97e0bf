/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.cli.terminal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import org.junit.jupiter.api.Test;

class TerminalTest {
    private final StringWriter written = new StringWriter();

    @Test
    void bar_shares_fillTheWidthInProportion() {
        assertThat(Glyphs.ASCII.bar(0.5, 10)).isEqualTo("#####.....");
        assertThat(Glyphs.UNICODE.bar(1, 3)).isEqualTo("███");
        assertThat(Glyphs.ASCII.bar(-1, 3)).isEqualTo("...");
        assertThat(Glyphs.ASCII.bar(7, 3)).isEqualTo("###");
        assertThat(Glyphs.ASCII.bar(Double.NaN, 3)).isEqualTo("...");
        assertThatThrownBy(() -> Glyphs.ASCII.bar(0, 0)).hasMessage("width must be >= 1, was 0");
    }

    @Test
    void draw_notATerminal_writesNothing() {
        Terminal terminal = new Terminal(new PrintWriter(written), false, Glyphs.ASCII);

        terminal.draw("50 %");
        terminal.line("done");

        assertThat(written.toString()).isEqualTo("done" + System.lineSeparator());
    }

    @Test
    void draw_terminal_isReplacedByTheNextLine() {
        Terminal terminal = new Terminal(new PrintWriter(written), true, Glyphs.ASCII);

        terminal.draw("50 %");
        terminal.draw("60 %");
        terminal.line("done");

        assertThat(written.toString()).isEqualTo("50 %\r\u001b[K60 %\r\u001b[Kdone" + System.lineSeparator());
    }

    @Test
    void clear_drawnLine_leavesNothing() {
        Terminal terminal = new Terminal(new PrintWriter(written), true, Glyphs.ASCII);

        terminal.draw("50 %");
        terminal.clear();
        terminal.clear();

        assertThat(written.toString()).isEqualTo("50 %\r\u001b[K");
    }

    @Test
    void drawScreen_notATerminal_writesTheLines() {
        Terminal terminal = new Terminal(new PrintWriter(written), false, Glyphs.ASCII);

        terminal.drawScreen(List.of("a", "b"));

        assertThat(written.toString().lines()).containsExactly("a", "b");
    }
}
