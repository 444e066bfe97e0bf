/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.cli.input;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Lines of a UTF-8 stream, ended by LF or CR LF; a byte order mark is left out. A line that is not UTF-8 or longer than
 * {@link #MAX_LINE_BYTES} is malformed by itself, so that one bad line neither hides the next nor fills the memory.
 */
final class LineReader implements Closeable {
    /** Longest line that is read: 4 MiB, above what a broker takes by default. */
    static final int MAX_LINE_BYTES = 4 << 20;

    private final InputStream in;
    private final byte[] buffer = new byte[1 << 16];
    private final CharsetDecoder decoder = StandardCharsets.UTF_8
            .newDecoder()
            .onMalformedInput(CodingErrorAction.REPORT)
            .onUnmappableCharacter(CodingErrorAction.REPORT);
    private int position;
    private int limit;
    private byte[] line = new byte[256];
    private long number;

    LineReader(InputStream in) {
        this.in = in;
    }

    /** Reads the next line; null at the end. A last line without a line end counts. */
    @Nullable
    InputLine next() throws IOException, MalformedRowException {
        int length = 0;
        boolean any = false;
        boolean tooLong = false;
        while (position < limit || fill()) {
            any = true;
            int end = position;
            while (end < limit && buffer[end] != '\n') {
                end++;
            }
            int part = end - position;
            if (length + part > MAX_LINE_BYTES) {
                tooLong = true;
            } else {
                append(length, part);
                length += part;
            }
            boolean ended = end < limit;
            position = ended ? end + 1 : end;
            if (ended) {
                break;
            }
        }
        if (!any) {
            return null;
        }
        number++;
        if (tooLong) {
            throw new MalformedRowException(number, "longer than " + MAX_LINE_BYTES + " bytes");
        }
        return decode(length);
    }

    private InputLine decode(int length) throws MalformedRowException {
        int end = length > 0 && line[length - 1] == '\r' ? length - 1 : length;
        boolean marked =
                number == 1 && end >= 3 && line[0] == (byte) 0xEF && line[1] == (byte) 0xBB && line[2] == (byte) 0xBF;
        int start = marked ? 3 : 0;
        try {
            return new InputLine(
                    number,
                    decoder.decode(ByteBuffer.wrap(line, start, end - start)).toString());
        } catch (CharacterCodingException e) {
            throw new MalformedRowException(number, "not UTF-8");
        }
    }

    private void append(int length, int part) {
        if (length + part > line.length) {
            line = Arrays.copyOf(line, Math.max(length + part, line.length * 2));
        }
        System.arraycopy(buffer, position, line, length, part);
    }

    private boolean fill() throws IOException {
        int read = in.read(buffer, 0, buffer.length);
        position = 0;
        limit = Math.max(read, 0);
        return read > 0;
    }

    @Override
    public void close() throws IOException {
        in.close();
    }
}
