/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.processor.aggregate;

import java.util.function.Function;
import java.util.zip.CRC32C;
import org.apache.datasketches.common.SketchesException;
import org.apache.datasketches.memory.Memory;

/**
 * The binary form of a sketch: a checksum, then the library's own bytes. The library reads those without checking all bounds,
 * so nothing that is damaged may get to it.
 */
final class Sketches {
    private Sketches() {}

    /**
     * Passes an aggregator on, where the library can read and write its sketches.
     *
     * @throws UnsupportedOperationException where it can't; it names the JVMs
     */
    static <T> T supported(T aggregator) {
        // What is refused once is refused by another error from then on; both are of this kind.
        try {
            if (Memory.wrap(new byte[1]).getCapacity() != 1) {
                throw new IllegalStateException(
                        "Cannot use datasketches-memory: an array of 1 byte has another size there");
            }
            return aggregator;
        } catch (LinkageError e) {
            throw new UnsupportedOperationException(
                    "distinct and quantiles need Java 17 or 21 (datasketches-memory refuses others), this is Java "
                            + Runtime.version().feature() + "; run on one of those, or leave them out",
                    e);
        }
    }

    static void put(ByteOut out, byte[] sketch) {
        out.fixed32(checksum(sketch)).raw(sketch);
    }

    static <S> S take(ByteIn in, Function<Memory, S> reader) {
        int expected = in.fixed32();
        byte[] sketch = in.rest();
        if (checksum(sketch) != expected) {
            throw in.damaged("its checksum is wrong");
        }
        try {
            return reader.apply(Memory.wrap(sketch));
        } catch (SketchesException | IndexOutOfBoundsException | NegativeArraySizeException e) {
            throw in.damaged(String.valueOf(e.getMessage()));
        }
    }

    private static int checksum(byte[] bytes) {
        CRC32C checksum = new CRC32C();
        checksum.update(bytes);
        return (int) checksum.getValue();
    }
}
