/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.cli.command;

import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** A key, as text or as bytes; exactly one of both. */
public final class KeyOptions {
    @Option(names = "--key", paramLabel = "KEY", description = "A key as text, in UTF-8; may be empty.")
    private @Nullable String text;

    @Option(names = "--key-hex", paramLabel = "HEX", description = "A key as the hex digits of its bytes.")
    private @Nullable String hex;

    /**
     * The key's bytes.
     *
     * @throws IllegalArgumentException if the hex digits are none
     */
    public byte[] key() {
        if (text != null) {
            return text.getBytes(StandardCharsets.UTF_8);
        }
        try {
            return HexFormat.of().parseHex(hex == null ? "" : hex);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("--key-hex must be hex digits, two for each byte, was " + hex, e);
        }
    }
}
