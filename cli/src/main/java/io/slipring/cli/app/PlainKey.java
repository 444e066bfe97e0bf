/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.cli.app;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import org.apache.kafka.common.errors.SerializationException;

/** How the bytes of a key are read by people. The bytes themselves are never changed: they are what routes. */
enum KeyFormat {
    /** UTF-8 text; other bytes are refused, as replacing them would make two keys one. */
    STRING {
        @Override
        void check(byte[] key) {
            // Most keys are ASCII, and need no decoder.
            for (byte b : key) {
                if (b < 0) {
                    String unused = text(key);
                    return;
                }
            }
        }

        @Override
        String text(byte[] key) {
            try {
                return StandardCharsets.UTF_8
                        .newDecoder()
                        .decode(ByteBuffer.wrap(key))
                        .toString();
            } catch (CharacterCodingException e) {
                throw new SerializationException("the key is not UTF-8", e);
            }
        }
    },
    /** Any bytes; shown in Base64. */
    BYTES {
        @Override
        void check(byte[] key) {
            // any bytes will do
        }

        @Override
        String text(byte[] key) {
            return Base64.getEncoder().encodeToString(key);
        }
    };

    /**
     * Checks that the bytes are of this format.
     *
     * @throws SerializationException if they are not
     */
    abstract void check(byte[] key);

    /** The key as text. */
    abstract String text(byte[] key);
}
