/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.cli.input;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Rows and malformed rows as text, in the order in which a reader gave them. */
final class RowTexts {
    private RowTexts() {}

    static List<String> of(RowReader reader) throws IOException {
        List<String> texts = new ArrayList<>();
        while (true) {
            try {
                Row row = reader.next();
                if (row == null) {
                    return texts;
                }
                texts.add(row.line() + " " + row.fields());
            } catch (MalformedRowException e) {
                texts.add(e.getMessage());
            }
        }
    }
}
