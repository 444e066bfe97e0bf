/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.formats;

import java.util.function.Function;
import org.apache.avro.Schema;
import org.jspecify.annotations.Nullable;

/**
 * What of a record is read, and what becomes of it.
 *
 * @param reader schema to read by; what it leaves out of the writer's is skipped
 * @param result makes the result of what was read, which is null for Avro's null; thread-safe
 */
public record AvroView<T>(Schema reader, Function<@Nullable Object, T> result) {}
