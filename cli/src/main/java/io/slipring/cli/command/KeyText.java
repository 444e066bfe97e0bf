/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.cli.command;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.Optional;

/** Keys as people read them: text where the bytes are UTF-8 without control characters, else hex digits. */
public final class KeyText {
    private KeyText() {}

    /** The text; empty if the bytes are not such text. */
    public static Optional<String> text(byte[] key) {
        try {
            String text = utf8(key);
            return text.codePoints().anyMatch(Character::isISOControl) ? Optional.empty() : Optional.of(text);
        } catch (CharacterCodingException e) {
            return Optional.empty();
        }
    }

    /**
     * Reads UTF-8 strictly: what is none is not replaced, which would make two keys one.
     *
     * @throws CharacterCodingException if it is none
     */
    public static String utf8(byte[] bytes) throws CharacterCodingException {
        return StandardCharsets.UTF_8
                .newDecoder()
                .decode(ByteBuffer.wrap(bytes))
                .toString();
    }

    /** For a line on a terminal: the text in quotes, or hex digits after {@code 0x}. */
    public static String shown(byte[] key) {
        return text(key)
                .map(text -> "'" + text + "'")
                .orElseGet(() -> "0x" + HexFormat.of().formatHex(key));
    }
}
