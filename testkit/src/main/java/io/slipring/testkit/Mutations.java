/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.testkit;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;

/** Damaged inputs made from valid ones. The same random numbers give the same input. */
final class Mutations {
    /** Lengths and numbers that decoders tend to believe, in the encodings that formats use for them. */
    private static final byte[][] NUMBERS = {
        bigEndian(1 << 30),
        bigEndian(Integer.MAX_VALUE),
        bigEndian(-1),
        bigEndian(Integer.MIN_VALUE),
        littleEndian(1 << 30),
        ByteBuffer.allocate(Long.BYTES).putLong(1L << 30).array(),
        ByteBuffer.allocate(Long.BYTES).putLong(Long.MAX_VALUE).array(),
        zigzag(1L << 30),
        zigzag(-(1L << 30)),
        zigzag(Integer.MAX_VALUE),
        zigzag(Integer.MIN_VALUE),
        zigzag(Long.MAX_VALUE),
        zigzag(Long.MIN_VALUE),
        zigzag(-1),
        ascii("1073741824"),
        ascii("-1"),
        ascii("+"),
        ascii("0"),
        ascii("99999999999999999999"),
        ascii("1e999999999"),
        ascii("[[[[[[[[[[[[[[[["),
        ascii("\"\"\",\n\""),
    };

    private static final int MAX_REPEATED_BYTES = 1 << 16;
    private static final int EDGE = 64;

    private final List<byte[]> samples;

    Mutations(List<byte[]> samples) {
        this.samples = samples;
    }

    private static byte[] bigEndian(int number) {
        return ByteBuffer.allocate(Integer.BYTES).putInt(number).array();
    }

    private static byte[] littleEndian(int number) {
        return ByteBuffer.allocate(Integer.BYTES)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putInt(number)
                .array();
    }

    private static byte[] zigzag(long number) {
        byte[] out = new byte[10];
        int length = 0;
        long left = (number << 1) ^ (number >> 63);
        while ((left & ~0x7FL) != 0) {
            out[length++] = (byte) (left | 0x80);
            left >>>= 7;
        }
        out[length++] = (byte) left;
        return Arrays.copyOf(out, length);
    }

    private static byte[] ascii(String text) {
        byte[] bytes = new byte[text.length()];
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = (byte) text.charAt(i);
        }
        return bytes;
    }

    /** One input: now and then random bytes or a sample as it is, else a sample with one to four changes. */
    byte[] next(SplittableRandom random) {
        byte[] input = samples.get(random.nextInt(samples.size()));
        int kind = random.nextInt(32);
        if (kind == 0) {
            return bytes(random, random.nextInt(256));
        }
        if (kind == 1) {
            return input.clone();
        }
        for (int changes = 1 + random.nextInt(4); changes > 0; changes--) {
            input = change(input, random);
        }
        return input;
    }

    private byte[] change(byte[] input, SplittableRandom random) {
        int at = position(input.length, random);
        return switch (random.nextInt(9)) {
            case 0 -> Arrays.copyOf(input, at);
            case 1, 2 -> flipped(input, random);
            case 3 -> overwritten(input, at, NUMBERS[random.nextInt(NUMBERS.length)]);
            case 4 -> replaced(input, at, at, NUMBERS[random.nextInt(NUMBERS.length)]);
            case 5 -> overwritten(input, at, bytes(random, 1 + random.nextInt(8)));
            case 6 -> {
                byte[] other = samples.get(random.nextInt(samples.size()));
                int from = position(other.length, random);
                yield replaced(input, at, input.length, Arrays.copyOfRange(other, from, other.length));
            }
            case 7 -> replaced(input, at, Math.min(input.length, at + 1 + random.nextInt(16)), new byte[0]);
            default -> replaced(input, at, at, repeated(input, at, random));
        };
    }

    /** Anywhere, but as often near the start and the end, where a large input has its structure. */
    private static int position(int length, SplittableRandom random) {
        int edge = Math.min(length, EDGE);
        return switch (random.nextInt(3)) {
            case 0 -> random.nextInt(edge + 1);
            case 1 -> length - random.nextInt(edge + 1);
            default -> random.nextInt(length + 1);
        };
    }

    private static byte[] flipped(byte[] input, SplittableRandom random) {
        byte[] changed = input.clone();
        for (int flips = 1 + random.nextInt(8); flips > 0 && changed.length > 0; flips--) {
            changed[Math.min(changed.length - 1, position(changed.length, random))] ^= (byte) (1 << random.nextInt(8));
        }
        return changed;
    }

    private static byte[] overwritten(byte[] input, int at, byte[] with) {
        return replaced(input, at, Math.min(input.length, at + with.length), with);
    }

    private static byte[] replaced(byte[] input, int from, int to, byte[] with) {
        return ByteBuffer.allocate(from + with.length + input.length - to)
                .put(input, 0, from)
                .put(with)
                .put(input, to, input.length - to)
                .array();
    }

    /** A piece of the input, or zeros, many times over: what makes small elements many. */
    private static byte[] repeated(byte[] input, int at, SplittableRandom random) {
        int size = Math.min(input.length - at, 1 + random.nextInt(12));
        byte[] piece = size == 0 || random.nextInt(4) == 0 ? new byte[1] : Arrays.copyOfRange(input, at, at + size);
        int most = random.nextInt(8) == 0 ? MAX_REPEATED_BYTES : 256;
        byte[] many = new byte[piece.length * (1 + random.nextInt(most / piece.length))];
        for (int i = 0; i < many.length; i++) {
            many[i] = piece[i % piece.length];
        }
        return many;
    }

    private static byte[] bytes(SplittableRandom random, int length) {
        byte[] bytes = new byte[length];
        random.nextBytes(bytes);
        return bytes;
    }
}
