/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.cli.app;

import io.slipring.cli.command.KeyText;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.util.Base64;
import org.apache.kafka.common.errors.SerializationException;

/** Keys that need no schema. */
enum PlainKey implements KeyReader {
    /** UTF-8 text; other bytes are refused, as replacing them would make two keys one. */
    STRING {
        @Override
        public void check(byte[] key) {
            // Most keys are ASCII, and need no decoder.
            for (byte b : key) {
                if (b < 0) {
                    String unused = text(key);
                    return;
                }
            }
        }

        @Override
        public String text(byte[] key) {
            try {
                return KeyText.utf8(key);
            } catch (CharacterCodingException e) {
                throw new SerializationException("the key is not UTF-8", e);
            }
        }
    },
    /** 8 bytes, most significant first. */
    LONG {
        @Override
        public void check(byte[] key) {
            if (key.length != Long.BYTES) {
                throw new SerializationException("the key must have 8 bytes, has " + key.length);
            }
        }

        @Override
        public String text(byte[] key) {
            return Long.toString(ByteBuffer.wrap(key).getLong());
        }
    },
    /** JSON, of whatever kind; shown as it stands. */
    JSON {
        @Override
        public void check(byte[] key) {
            JsonFields.check(key);
        }

        @Override
        public String text(byte[] key) {
            return STRING.text(key);
        }
    },
    /** Any bytes; shown in Base64. */
    BYTES {
        @Override
        public void check(byte[] key) {
            // any bytes will do
        }

        @Override
        public String text(byte[] key) {
            return Base64.getEncoder().encodeToString(key);
        }
    };
}
