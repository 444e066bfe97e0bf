/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.processor.core;

import io.slipring.ring.Ring;
import io.slipring.ring.Shard;
import io.slipring.ring.ShardId;
import io.slipring.ring.VnodeTable;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;

/** Small inputs for tests of the core's parts. */
final class Samples {
    /** Keys that share the vnode {@link #VNODE}, in ascending order. */
    static final List<String> KEYS;

    static final int VNODE;

    static {
        List<Integer> group = SimKeys.GROUPS.get(0);
        VNODE = SimKeys.vnode(group.get(0));
        KEYS = group.stream().map(key -> text(SimKeys.key(key))).sorted().toList();
    }

    private Samples() {}

    static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    static String text(byte[] bytes) {
        return new String(bytes, StandardCharsets.US_ASCII);
    }

    /** An encoded partial over the records of the bits. */
    static byte[] envelope(boolean held, long bits, long timestamp) {
        return new Envelope(held, Long.bitCount(bits), timestamp, new Mask.OfRecords().encode(new Mask(bits))).encode();
    }

    static Transfer.Partial partial(String key, boolean held, long bits) {
        return new Transfer.Partial(bytes(key), envelope(held, bits, 0));
    }

    /** A partial as it comes out of a combiner. */
    static Combiner.Pending<Mask> pending(String key, long bits, long timestamp) {
        Combiner<Integer, Mask> combiner = new Combiner<>(new Mask.OfRecords(), 1);
        combiner.merge(bytes(key), Envelope.decode(envelope(false, bits, timestamp)));
        return combiner.partials().iterator().next();
    }

    /** A ring of some partitions, of weight 0 where they own nothing. */
    static Ring ring(int partitions, IntUnaryOperator owner) {
        VnodeTable table = VnodeTable.of(owner);
        int[] counts = table.counts(partitions);
        return Ring.builder("test")
                .shards(IntStream.range(0, partitions)
                        .mapToObj(p -> new Shard(new ShardId(p), counts[p] > 0 ? 1 : 0, "", p))
                        .toList())
                .table(table)
                .build();
    }

    /** A history of rings, epoch 1 first, all of them known. */
    static Epochs epochs(Ring... rings) {
        return new Epochs() {
            @Override
            public int oldest() {
                return 1;
            }

            @Override
            public int latest() {
                return rings.length;
            }

            @Override
            public Ring ring(int epoch) {
                return rings[epoch - 1];
            }
        };
    }
}
