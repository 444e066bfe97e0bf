/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.testkit;

import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;

/**
 * A table of records to feed to a topology or a topic: real ones where their files are at hand, else generated ones of the
 * same shape.
 *
 * <p>The files {@code flights.csv.gz} and {@code words.csv.gz} are looked for in the directory that the system property {@code
 * slipring.data} names, then in {@code ../shared/data} and {@code ../../shared/data}. Where there is none, one line on standard
 * error says that generated data take their place: as many rows, with as many different keys, Zipf-distributed with exponent 1.0 and the
 * same on every machine.
 *
 * <p>Immutable and thread-safe. Fields are text without quotes, commas and line breaks.
 */
public final class TestData {
    private static final Set<String> ANNOUNCED = ConcurrentHashMap.newKeySet();

    private final String name;
    private final boolean real;
    private final long records;
    private final List<String> columns;
    private final Supplier<Stream<List<String>>> rows;

    private TestData(
            String name, boolean real, long records, List<String> columns, Supplier<Stream<List<String>>> rows) {
        this.name = name;
        this.real = real;
        this.records = records;
        this.columns = columns;
        this.rows = rows;
    }

    /**
     * Returns 231,083 flights between 59 airports, on 668 routes (US Bureau of Transportation Statistics).
     *
     * @return columns date (MMDDHHmm), delay (minutes, may be negative), distance (miles), origin, destination
     */
    public static TestData flights() {
        return find("flights", 231_083, SyntheticRows.FLIGHT_COLUMNS, SyntheticRows::flights);
    }

    /**
     * Returns the 789,694 words of the King James text in order, 12,762 different ones.
     *
     * @return columns book, position, word
     */
    public static TestData words() {
        return find("words", 789_694, SyntheticRows.WORD_COLUMNS, SyntheticRows::words);
    }

    /**
     * Returns generated records with Zipf-distributed keys {@code key-0} (the most frequent), {@code key-1} …
     *
     * @param keys how many keys can occur, at least 1
     * @param exponent the skew, at least 0
     * @param records how many rows, at least 0
     * @param seed the same seed gives the same rows
     * @return columns key, value (an integer from 0 to 999)
     */
    public static TestData zipf(int keys, double exponent, long records, long seed) {
        if (records < 0) {
            throw new IllegalArgumentException("records must be >= 0, was " + records);
        }
        return new TestData(
                "zipf",
                false,
                records,
                SyntheticRows.ZIPF_COLUMNS,
                () -> SyntheticRows.zipf(keys, exponent, seed).limit(records));
    }

    /**
     * Tells whether these are the real records.
     *
     * @return false for generated ones
     */
    public boolean isReal() {
        return real;
    }

    /**
     * Returns how many rows there are.
     *
     * @return the number of rows, without the header
     */
    public long records() {
        return records;
    }

    /**
     * Returns the names of the columns.
     *
     * @return in the order of each row's fields
     */
    public List<String> columns() {
        return columns;
    }

    /**
     * Returns the position of a column in each row.
     *
     * @param column one of {@link #columns}
     * @return its index, from 0
     * @throws IllegalArgumentException if there is no such column
     */
    public int column(String column) {
        int index = columns.indexOf(column);
        if (index < 0) {
            throw new IllegalArgumentException("column must be one of " + columns + " for " + name + ", was " + column);
        }
        return index;
    }

    /**
     * Returns all rows, always the same ones in the same order, read or generated as the stream is consumed.
     *
     * @return a sequential stream of immutable rows of as many fields as there are columns; to be closed
     */
    public Stream<List<String>> rows() {
        return rows.get();
    }

    /**
     * Writes a CSV file with a header line.
     *
     * @param directory where to put it
     * @return the file, named after the data
     */
    public Path writeCsv(Path directory) {
        Path file = directory.resolve(name + ".csv");
        try (BufferedWriter writer = Files.newBufferedWriter(file, StandardCharsets.UTF_8);
                Stream<List<String>> all = rows()) {
            writer.write(String.join(",", columns) + "\n");
            for (Iterator<List<String>> it = all.iterator(); it.hasNext(); ) {
                writer.write(String.join(",", it.next()));
                writer.write('\n');
            }
            return file;
        } catch (IOException e) {
            throw new UncheckedIOException("Cannot write " + file, e);
        }
    }

    @SuppressWarnings("SystemOut") // whoever reads a figure has to know of what it is
    private static TestData find(
            String name, long records, List<String> columns, Supplier<Stream<List<String>>> generator) {
        String file = name + ".csv.gz";
        Optional<Path> found = Stream.of(System.getProperty("slipring.data", ""), "../shared/data", "../../shared/data")
                .filter(directory -> !directory.isBlank())
                .map(directory -> Path.of(directory, file))
                .filter(Files::isRegularFile)
                .findFirst();
        if (found.isPresent()) {
            return new TestData(name, true, records, columns, () -> read(found.get(), columns));
        }
        if (ANNOUNCED.add(file)) {
            System.err.println("slipring-testkit: no " + file + " (-Dslipring.data=DIR names its directory): generated"
                    + " data take its place");
        }
        return new TestData(name, false, records, columns, () -> generator.get().limit(records));
    }

    private static Stream<List<String>> read(Path file, List<String> columns) {
        try {
            BufferedReader reader = new BufferedReader(new InputStreamReader(
                    new GZIPInputStream(Files.newInputStream(file), 1 << 16), StandardCharsets.UTF_8));
            String header = reader.readLine();
            if (!String.join(",", columns).equals(header)) {
                reader.close();
                throw new IllegalStateException("the header of " + file + " must be " + columns + ", was " + header);
            }
            return reader.lines().map(line -> List.of(line.split(",", -1))).onClose(() -> close(reader, file));
        } catch (IOException e) {
            throw new UncheckedIOException("Cannot read " + file, e);
        }
    }

    private static void close(BufferedReader reader, Path file) {
        try {
            reader.close();
        } catch (IOException e) {
            throw new UncheckedIOException("Cannot close " + file, e);
        }
    }
}
