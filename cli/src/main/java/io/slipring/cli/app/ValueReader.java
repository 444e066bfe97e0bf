/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.cli.app;

import org.apache.kafka.common.errors.SerializationException;
import org.apache.kafka.common.header.Headers;

/** How the value of an input record becomes the fields that are aggregated. Thread-safe. */
@FunctionalInterface
interface ValueReader {
    /**
     * Reads the wanted fields.
     *
     * @throws SerializationException if one is not there, or the value is none of its format; doesn't tell the value
     * @throws io.slipring.formats.RegistryUnavailableException if it can't be told now
     */
    Fields fields(Headers headers, byte[] value);
}
