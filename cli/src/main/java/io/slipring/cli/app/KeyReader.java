/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.cli.app;

import org.apache.kafka.common.errors.SerializationException;

/** How the bytes of a key are read by people. The bytes themselves are never changed: they are what routes. Thread-safe. */
interface KeyReader {
    /**
     * Checks that the bytes are of the format.
     *
     * @throws SerializationException if they are not
     */
    void check(byte[] key);

    /** The key as text. */
    String text(byte[] key);
}
