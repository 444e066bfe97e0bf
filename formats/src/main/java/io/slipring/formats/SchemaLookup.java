/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.formats;

import org.apache.avro.Schema;

/** Finds a schema by the number that records of it carry. Implementations are thread-safe. */
@FunctionalInterface
public interface SchemaLookup {
    /**
     * The schema of a number.
     *
     * @throws UnknownSchemaIdException if there is none, for certain
     * @throws RegistryUnavailableException if it can't be told now
     */
    Schema schema(int id);
}
