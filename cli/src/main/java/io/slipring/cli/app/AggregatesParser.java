/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.cli.app;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads {@code slipring.aggregates}:
 *
 * <pre>
 * aggregates = aggregate { "," aggregate }
 * aggregate  = function [ "(" field [ "," size ] ")" ] [ "as" name ]
 * field, name = word | '"' any characters but '"' '"'
 * word       = letter or "_", then letters, digits, "_", "." and "-"
 * </pre>
 */
final class AggregatesParser {
    private static final int MAX_AGGREGATES = 100;
    private static final Pattern PERCENTILE = Pattern.compile("[pP](\\d{1,3}(?:\\.\\d{1,6})?)");
    private static final Pattern WORD = Pattern.compile("[\\p{L}_][\\p{L}\\p{N}_.-]*");
    private static final Pattern DIGITS = Pattern.compile("\\d{1,9}");
    private static final BigDecimal HUNDRED = BigDecimal.valueOf(100);

    /** The output has a field of this name anyway. */
    private static final String KEY = "key";

    private final String text;
    private int at;

    private AggregatesParser(String text) {
        this.text = text;
    }

    /**
     * Reads an expression.
     *
     * @throws ExpressionException that tells the column of the first mistake
     */
    static List<AggregateCall> parse(String text) {
        return new AggregatesParser(text).aggregates();
    }

    private List<AggregateCall> aggregates() {
        List<AggregateCall> calls = new ArrayList<>();
        do {
            AggregateCall call = aggregate();
            for (AggregateCall before : calls) {
                if (before.name().equals(call.name())) {
                    throw fault(
                            call.column(),
                            "the name '" + call.name() + "' is taken by column " + before.column()
                                    + "; give another one with 'as'");
                }
            }
            if (calls.size() == MAX_AGGREGATES) {
                throw fault(call.column(), "there may be at most " + MAX_AGGREGATES + " aggregates");
            }
            calls.add(call);
        } while (accept(','));
        if (at < text.length()) {
            throw fault(here(), "expected ',' or 'as'");
        }
        return List.copyOf(calls);
    }

    private AggregateCall aggregate() {
        skipSpace();
        int column = here();
        String word = word().orElseThrow(() -> fault(column, "expected an aggregate, such as count or sum(FIELD)"));
        Optional<BigDecimal> percentile = percentile(word, column);
        AggregateFunction function = percentile.isPresent()
                ? AggregateFunction.PERCENTILE
                : AggregateFunction.named(word).orElseThrow(() -> fault(column, AggregateFunction.refusal(word)));
        int fieldColumn = column;
        Optional<String> field = Optional.empty();
        int size = function.size();
        if (accept('(')) {
            if (!function.takesField()) {
                throw fault(here() - 1, "count is over records and takes no field");
            }
            skipSpace();
            fieldColumn = here();
            field = Optional.of(nameOr("expected a field"));
            if (accept(',')) {
                size = size(function);
            }
            if (!accept(')')) {
                throw fault(here(), "expected ')'");
            }
        } else if (function.takesField()) {
            throw fault(here(), "expected '(' and a field");
        }
        String name = alias().orElse(defaultName(word, field));
        if (name.equals(KEY)) {
            throw fault(column, "the name 'key' is taken by the record's key; give another one with 'as'");
        }
        return new AggregateCall(function, percentile, field, size, name, column, fieldColumn);
    }

    private Optional<BigDecimal> percentile(String word, int column) {
        Matcher matcher = PERCENTILE.matcher(word);
        if (!matcher.matches()) {
            return Optional.empty();
        }
        BigDecimal percentile = new BigDecimal(matcher.group(1));
        if (percentile.compareTo(HUNDRED) > 0) {
            throw fault(column, "a percentile must be 0 to 100, was " + percentile);
        }
        return Optional.of(percentile);
    }

    private int size(AggregateFunction function) {
        skipSpace();
        int column = here();
        if (function.maxSize() == 0) {
            throw fault(column, function.name().toLowerCase(Locale.ROOT) + " takes a field alone");
        }
        Matcher digits = DIGITS.matcher(text).region(at, text.length());
        int size = digits.lookingAt() ? Integer.parseInt(digits.group()) : 0;
        if (size < 1 || size > function.maxSize()) {
            throw fault(column, "expected a size from 1 to " + function.maxSize());
        }
        at = digits.end();
        return size;
    }

    private Optional<String> alias() {
        skipSpace();
        int before = at;
        if (word().filter(word -> word.equalsIgnoreCase("as")).isEmpty()) {
            at = before;
            return Optional.empty();
        }
        return Optional.of(nameOr("expected a name"));
    }

    /** Such as {@code mean_delay} and {@code p99_9_delay}: a name that other systems take too. */
    private static String defaultName(String word, Optional<String> field) {
        String name = field.map(of -> word + "_" + of).orElse(word);
        return name.replaceAll("[^\\p{L}\\p{N}_]", "_").toLowerCase(Locale.ROOT);
    }

    private String nameOr(String complaint) {
        skipSpace();
        int column = here();
        if (at < text.length() && text.charAt(at) == '"') {
            int end = text.indexOf('"', at + 1);
            if (end < 0) {
                throw fault(column, "expected a second '\"' behind this one");
            }
            String name = text.substring(at + 1, end);
            if (name.isBlank()) {
                throw fault(column, complaint + ", not blank");
            }
            at = end + 1;
            return name;
        }
        return word().orElseThrow(() -> fault(column, complaint));
    }

    private Optional<String> word() {
        Matcher word = WORD.matcher(text).region(at, text.length());
        if (!word.lookingAt()) {
            return Optional.empty();
        }
        at = word.end();
        return Optional.of(word.group());
    }

    private boolean accept(char wanted) {
        skipSpace();
        if (at < text.length() && text.charAt(at) == wanted) {
            at++;
            return true;
        }
        return false;
    }

    private void skipSpace() {
        while (at < text.length() && Character.isWhitespace(text.charAt(at))) {
            at++;
        }
    }

    private int here() {
        return at + 1;
    }

    private ExpressionException fault(int column, String why) {
        return new ExpressionException(AppSettings.AGGREGATES_CONFIG, text, column, why);
    }
}
