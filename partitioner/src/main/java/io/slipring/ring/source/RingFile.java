/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.ring.source;

import io.slipring.errors.RingFormatException;
import io.slipring.errors.RingNotFoundException;
import io.slipring.ring.Ring;
import io.slipring.ring.codec.RingCodec;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/**
 * A file of ring definitions: for each, its length as a 4-byte big-endian integer, then the definition in Avro
 * single-object encoding, as in the control topic. No header, no padding.
 */
public final class RingFile {
    private RingFile() {}

    /**
     * Writes rings in the given order; replaces the file in one step, so that a reader sees the old or the new one.
     *
     * @throws IOException if the file or its directory cannot be written
     */
    public static void write(Path file, Collection<Ring> rings) throws IOException {
        ByteArrayOutputStream content = new ByteArrayOutputStream();
        DataOutputStream out = new DataOutputStream(content);
        for (Ring ring : rings) {
            byte[] definition = RingCodec.encode(ring);
            out.writeInt(definition.length);
            out.write(definition);
        }
        Path absolute = file.toAbsolutePath();
        Path draft = absolute.resolveSibling(absolute.getFileName() + ".draft");
        Files.write(draft, content.toByteArray());
        try {
            Files.move(draft, absolute, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } catch (AtomicMoveNotSupportedException e) {
            Files.move(draft, absolute, StandardCopyOption.REPLACE_EXISTING);
        }
    }

    /**
     * Reads every definition of a file, in its order.
     *
     * @throws RingNotFoundException if the file does not exist or holds nothing
     * @throws RingFormatException if any of it is damaged; names the byte at which
     * @throws IOException if it cannot be read
     */
    public static List<Ring> read(Path file) throws IOException {
        ByteBuffer content;
        try {
            content = ByteBuffer.wrap(Files.readAllBytes(file));
        } catch (NoSuchFileException e) {
            throw new RingNotFoundException("Ring file " + file + " does not exist; write it with"
                    + " `slipring ring describe --export`, or correct " + RingSourceConfig.FILE_CONFIG);
        }
        if (!content.hasRemaining()) {
            throw new RingNotFoundException("Ring file " + file + " is empty");
        }
        List<Ring> rings = new ArrayList<>();
        while (content.hasRemaining()) {
            rings.add(next(file, content));
        }
        return rings;
    }

    private static Ring next(Path file, ByteBuffer content) {
        int start = content.position();
        int length = content.remaining() < Integer.BYTES ? -1 : content.getInt();
        if (length <= 0 || length > content.remaining()) {
            throw new RingFormatException("Ring file " + file + " is cut off or damaged at byte " + start
                    + ": a definition's length must be > 0 and <= " + content.remaining() + " bytes left, was "
                    + length);
        }
        byte[] definition = new byte[length];
        content.get(definition);
        try {
            return RingCodec.decode(definition);
        } catch (RingFormatException e) {
            throw new RingFormatException("Ring file " + file + " at byte " + start + ": " + e.getMessage(), e);
        }
    }
}
