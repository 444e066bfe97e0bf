/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.cli.input;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVParser;
import org.apache.commons.csv.CSVRecord;
import org.jspecify.annotations.Nullable;

/**
 * Rows of a CSV input as in RFC 4180, whose first line names the columns.
 *
 * <p>A row may span lines inside quotes. One that can't be read is malformed at the line it starts on, and reading goes
 * on with the line after that one: a stray quote costs one line, not the rest of the file. Only rows with a quote go
 * through the CSV library; its parser is made anew for each, which is too dear for a million plain ones.
 */
final class CsvRowReader implements RowReader {
    private static final CSVFormat FORMAT = CSVFormat.RFC4180;
    private static final int MAX_LINES_OF_A_ROW = 1_000;

    private final LineReader lines;
    private final Deque<InputLine> ahead = new ArrayDeque<>();
    private final List<String> columns;

    /** A malformed line behind those in {@code ahead}. */
    private @Nullable MalformedRowException badAhead;

    /**
     * Reads the header.
     *
     * @throws MalformedRowException if there is none, or it has a blank or repeated name
     */
    CsvRowReader(InputStream in) throws IOException, MalformedRowException {
        this.lines = new LineReader(in);
        this.columns = header();
    }

    private List<String> header() throws IOException, MalformedRowException {
        InputLine first = lines.next();
        if (first == null) {
            throw new MalformedRowException(1, "the input is empty; its first line must name the columns");
        }
        List<String> names = cells(first);
        Set<String> seen = new HashSet<>();
        for (String name : names) {
            if (name.isBlank()) {
                throw new MalformedRowException(1, "a column has no name; the first line must name the columns");
            }
            if (!seen.add(name)) {
                throw new MalformedRowException(1, "column '" + name + "' is named twice");
            }
        }
        return names;
    }

    /** The names of the columns, in order. */
    List<String> columns() {
        return columns;
    }

    @Override
    public @Nullable Row next() throws IOException, MalformedRowException {
        InputLine start = nextLine();
        while (start != null && start.text().isEmpty()) {
            start = nextLine();
        }
        if (start == null) {
            return null;
        }
        List<String> cells = cells(start);
        if (cells.size() != columns.size()) {
            throw new MalformedRowException(
                    start.number(), cells.size() + " columns, the header names " + columns.size());
        }
        ObjectNode fields = JsonNodeFactory.instance.objectNode();
        for (int i = 0; i < cells.size(); i++) {
            fields.put(columns.get(i), cells.get(i));
        }
        return new Row(start.number(), fields);
    }

    private @Nullable InputLine nextLine() throws IOException, MalformedRowException {
        InputLine line = ahead.poll();
        if (line != null) {
            return line;
        }
        MalformedRowException bad = badAhead;
        if (bad != null) {
            badAhead = null;
            throw bad;
        }
        return lines.next();
    }

    /** As {@link #nextLine()}, for a look ahead: a malformed line ends it, and is kept for when its turn comes. */
    private @Nullable InputLine peekLine() throws IOException {
        try {
            return nextLine();
        } catch (MalformedRowException e) {
            badAhead = e;
            return null;
        }
    }

    private List<String> cells(InputLine start) throws IOException, MalformedRowException {
        return start.text().indexOf('"') < 0 ? split(start.text()) : parse(start);
    }

    private static List<String> split(String text) {
        List<String> cells = new ArrayList<>();
        int from = 0;
        for (int comma = text.indexOf(','); comma >= 0; comma = text.indexOf(',', from)) {
            cells.add(text.substring(from, comma));
            from = comma + 1;
        }
        cells.add(text.substring(from));
        return cells;
    }

    private List<String> parse(InputLine start) throws IOException, MalformedRowException {
        StringBuilder text = new StringBuilder(start.text());
        List<InputLine> taken = new ArrayList<>();
        boolean open = odd(start.text());
        while (open && taken.size() < MAX_LINES_OF_A_ROW) {
            InputLine more = peekLine();
            if (more == null) {
                break;
            }
            taken.add(more);
            if (text.length() + more.text().length() > LineReader.MAX_LINE_BYTES) {
                giveBack(taken);
                throw new MalformedRowException(
                        start.number(),
                        "a quote is opened and never closed within " + LineReader.MAX_LINE_BYTES + " characters");
            }
            text.append('\n').append(more.text());
            open ^= odd(more.text());
        }
        if (open) {
            giveBack(taken);
            throw new MalformedRowException(start.number(), "a quote is opened and never closed");
        }
        try (CSVParser parser = CSVParser.parse(text.toString(), FORMAT)) {
            List<CSVRecord> records = parser.getRecords();
            if (records.size() == 1) {
                return records.get(0).toList();
            }
        } catch (IOException | UncheckedIOException e) {
            giveBack(taken);
            throw new MalformedRowException(start.number(), "a quote inside a cell is not doubled");
        }
        giveBack(taken);
        throw new MalformedRowException(start.number(), "a quote inside a cell is not doubled");
    }

    private void giveBack(List<InputLine> taken) {
        for (int i = taken.size() - 1; i >= 0; i--) {
            ahead.addFirst(taken.get(i));
        }
    }

    private static boolean odd(String text) {
        return (text.chars().filter(c -> c == '"').count() & 1) == 1;
    }

    @Override
    public void close() throws IOException {
        lines.close();
    }
}
