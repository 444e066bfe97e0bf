/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.cli.input;

import org.jspecify.annotations.Nullable;

/**
 * A row made ready to send.
 *
 * @param line the line that the row starts on, counted from 1
 * @param key the key's columns joined with {@code |}; null if no key columns were asked for
 * @param value the row, or the columns asked for, as the text of a JSON object
 */
public record KeyedRow(long line, @Nullable String key, String value) {}
