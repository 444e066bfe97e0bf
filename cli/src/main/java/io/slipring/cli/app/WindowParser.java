/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.cli.app;

import java.time.Duration;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads {@code slipring.window}:
 *
 * <pre>
 * window = ( "tumbling" time | "hopping" time "every" time | "session" time ) "grace" time
 * time   = whole number, then "ms", "s", "m", "h" or "d"; or "0"
 * </pre>
 */
final class WindowParser {
    private static final Pattern WORD = Pattern.compile("\\S+");
    private static final Pattern TIME = Pattern.compile("(\\d{1,9})(ms|s|m|h|d)", Pattern.CASE_INSENSITIVE);
    private static final Duration LONGEST = Duration.ofDays(36_500);

    private final String text;
    private final Matcher words;
    private int column;

    private WindowParser(String text) {
        this.text = text;
        this.words = WORD.matcher(text);
    }

    /**
     * Reads the setting.
     *
     * @throws ExpressionException if there is a mistake; tells its place
     */
    static WindowSetting parse(String text) {
        return new WindowParser(text).window();
    }

    private WindowSetting window() {
        String kind = next().toLowerCase(Locale.ROOT);
        WindowSetting window = switch (kind) {
            case "tumbling" -> {
                Duration size = time("how long a window is, such as 1h", 1);
                yield new WindowSetting(size, size, grace());
            }
            case "hopping" -> {
                Duration size = time("how long a window is, such as 1h", 1);
                expect("every", "'every' and when the next window starts, such as every 5m");
                Duration every = time("when the next window starts, such as 5m", 1);
                if (every.compareTo(size) > 0) {
                    throw fault("'every' must not be longer than the window, or records fall between two");
                }
                yield new WindowSetting(size, every, grace());
            }
            case "session" ->
                new WindowSetting(
                        time("the longest time between two records of a session, such as 30m", 1),
                        Duration.ZERO,
                        grace());
            default ->
                throw fault("expected tumbling, hopping or session, such as tumbling 1h grace 5m,"
                        + " hopping 1h every 5m grace 5m or session 30m grace 5m");
        };
        if (!next().isEmpty()) {
            throw fault("expected nothing more");
        }
        return window;
    }

    private Duration grace() {
        expect(
                "grace",
                "'grace' and how long after its end a window still takes records, such as grace 5m; grace 0 if not at all");
        return time("how long after its end a window still takes records, such as 5m or 0", 0);
    }

    private void expect(String keyword, String what) {
        if (!next().equalsIgnoreCase(keyword)) {
            throw fault("expected " + what);
        }
    }

    private Duration time(String what, long least) {
        String word = next();
        Matcher time = TIME.matcher(word);
        boolean nothing = word.equals("0");
        if (!nothing && !time.matches()) {
            throw fault("expected " + what + " (units: ms, s, m, h, d)");
        }
        long millis = nothing ? 0 : Long.parseLong(time.group(1)) * unit(time.group(2));
        if (millis < least || millis > LONGEST.toMillis()) {
            throw fault("must be " + least + "ms to " + LONGEST.toDays() + "d");
        }
        return Duration.ofMillis(millis);
    }

    private static long unit(String name) {
        return switch (name.toLowerCase(Locale.ROOT)) {
            case "ms" -> 1;
            case "s" -> 1_000;
            case "m" -> 60_000;
            case "h" -> 3_600_000;
            default -> 86_400_000;
        };
    }

    /** The next word, whose column is that of a fault from now on; empty at the end. */
    private String next() {
        if (words.find()) {
            column = words.start() + 1;
            return words.group();
        }
        column = text.length() + 1;
        return "";
    }

    private ExpressionException fault(String why) {
        return new ExpressionException(AppSettings.WINDOW_CONFIG, text, column, why);
    }
}
