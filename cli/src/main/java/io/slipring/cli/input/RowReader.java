/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.cli.input;

import java.io.Closeable;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** A stream of rows; holds one row in memory at a time. Not thread-safe. */
public interface RowReader extends Closeable {
    /**
     * Reads the next row.
     *
     * @return null at the end of the input
     * @throws MalformedRowException if the next line is no row; the call after it reads the line behind
     * @throws IOException if the input can't be read on
     */
    @Nullable
    Row next() throws IOException, MalformedRowException;
}
