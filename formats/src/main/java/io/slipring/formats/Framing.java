/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.formats;

import org.apache.avro.Schema;
import org.apache.kafka.common.errors.SerializationException;

/** What stands before a record and tells which schema wrote it. Implementations are thread-safe. */
public sealed interface Framing permits RegistryFraming, SingleObjectFraming {
    /** Bytes before the record. */
    int headerBytes();

    /**
     * What identifies the writer's schema.
     *
     * @throws SerializationException if the bytes don't begin as they must
     */
    long writer(byte[] bytes);

    /**
     * The schema so identified.
     *
     * @throws SerializationException if there is none
     * @throws RegistryUnavailableException if it can't be told now
     */
    Schema schema(long writer);

    /** How people name it. */
    String name(long writer);
}
