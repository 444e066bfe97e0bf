/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.cli.produce;

import io.slipring.cli.input.KeyedRow;
import io.slipring.cli.input.KeyedRows;
import io.slipring.cli.input.MalformedRowException;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Rows of which the first may be looked at beforehand. Not thread-safe. */
final class RowsAhead {
    private final KeyedRows rows;
    private final Deque<KeyedRow> ahead = new ArrayDeque<>();
    private @Nullable MalformedRowException badAhead;

    RowsAhead(KeyedRows rows) {
        this.rows = rows;
    }

    /** The first rows, which are still to come; fewer if the input ends or a malformed one ends it. */
    List<KeyedRow> peek(int count) throws IOException {
        try {
            while (ahead.size() < count) {
                KeyedRow row = rows.next();
                if (row == null) {
                    break;
                }
                ahead.add(row);
            }
        } catch (MalformedRowException e) {
            badAhead = e;
        }
        return new ArrayList<>(ahead);
    }

    @Nullable
    KeyedRow next() throws IOException, MalformedRowException {
        KeyedRow row = ahead.poll();
        if (row != null) {
            return row;
        }
        if (badAhead != null) {
            throw badAhead;
        }
        return rows.next();
    }
}
