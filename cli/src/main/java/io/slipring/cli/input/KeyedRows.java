/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.cli.input;

import java.io.Closeable;
import java.io.IOException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Rows of an input, ready to send. A malformed one ends the reading, or is reported, counted and left out where that was
 * asked for. Not thread-safe.
 */
public final class KeyedRows implements Closeable {
    private final RowReader rows;
    private final RowProjection projection;
    private final @Nullable Consumer<MalformedRowException> skip;
    private long skipped;

    /**
     * Reads on from a reader.
     *
     * @param skip told of each malformed row that is left out; null if the first one is to end the reading
     */
    public KeyedRows(RowReader rows, RowProjection projection, @Nullable Consumer<MalformedRowException> skip) {
        this.rows = rows;
        this.projection = projection;
        this.skip = skip;
    }

    /**
     * Reads the next good row; null at the end.
     *
     * @throws MalformedRowException if a row is malformed and malformed rows are not to be left out
     */
    public @Nullable KeyedRow next() throws IOException, MalformedRowException {
        while (true) {
            try {
                Row row = rows.next();
                return row == null ? null : projection.apply(row);
            } catch (MalformedRowException e) {
                if (skip == null) {
                    throw e;
                }
                skipped++;
                skip.accept(e);
            }
        }
    }

    /** Rows left out so far. */
    public long skipped() {
        return skipped;
    }

    @Override
    public void close() throws IOException {
        rows.close();
    }
}
