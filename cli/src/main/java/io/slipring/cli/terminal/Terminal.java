/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.cli.terminal;

import java.io.PrintWriter;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * Where people read the output: line by line, with a last line that is drawn over where the output is a terminal.
 * Thread-safe.
 */
public final class Terminal {
    private static final String CLEAR_LINE = "\r\u001b[K";
    private static final String HOME = "\u001b[H";
    private static final String CLEAR_REST_OF_LINE = "\u001b[K";
    private static final String CLEAR_BELOW = "\u001b[J";

    private final PrintWriter out;
    private final boolean interactive;
    private final Glyphs glyphs;
    private boolean drawn;

    /**
     * Writes to a writer.
     *
     * @param interactive whether lines can be drawn over; false for pipes and files
     * @param glyphs what bars are drawn with
     */
    public Terminal(PrintWriter out, boolean interactive, Glyphs glyphs) {
        this.out = out;
        this.interactive = interactive;
        this.glyphs = glyphs;
    }

    /**
     * Writes to a writer of this process: interactive if the launcher found a terminal ({@code -Dslipring.terminal=true};
     * Java can't tell in the same way on every version), in Unicode if its encoding can.
     */
    public static Terminal of(PrintWriter out) {
        boolean unicode = terminalCharset().newEncoder().canEncode(Glyphs.UNICODE.full());
        boolean dumb = "dumb".equals(System.getenv("TERM"));
        return new Terminal(
                out, Boolean.getBoolean("slipring.terminal") && !dumb, unicode ? Glyphs.UNICODE : Glyphs.ASCII);
    }

    private static Charset terminalCharset() {
        String name = System.getProperty("stdout.encoding", System.getProperty("native.encoding", ""));
        return name.isEmpty() ? StandardCharsets.US_ASCII : Charset.forName(name);
    }

    /** What bars are drawn with. */
    public Glyphs glyphs() {
        return glyphs;
    }

    /** Writes a line for good. */
    public synchronized void line(String text) {
        erase();
        out.println(text);
        out.flush();
    }

    /** Draws a line that the next one replaces; does nothing where that can't be done. */
    public synchronized void draw(String text) {
        if (interactive) {
            erase();
            out.print(text);
            out.flush();
            drawn = true;
        }
    }

    /** Erases what was drawn last. */
    public synchronized void clear() {
        erase();
        out.flush();
    }

    /** Whether lines can be drawn over. */
    public boolean isInteractive() {
        return interactive;
    }

    /** Draws lines from the top of the screen, in place of all that is there; writes them where that can't be done. */
    public synchronized void drawScreen(List<String> lines) {
        if (interactive) {
            out.print(HOME);
            lines.forEach(line -> out.print(line + CLEAR_REST_OF_LINE + System.lineSeparator()));
            out.print(CLEAR_BELOW);
            drawn = false;
        } else {
            lines.forEach(out::println);
        }
        out.flush();
    }

    private void erase() {
        if (drawn) {
            out.print(CLEAR_LINE);
            drawn = false;
        }
    }
}
