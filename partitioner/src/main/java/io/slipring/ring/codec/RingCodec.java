/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.ring.codec;

import io.slipring.errors.RingFormatException;
import io.slipring.ring.Epoch;
import io.slipring.ring.Ring;
import io.slipring.ring.Shard;
import io.slipring.ring.ShardId;
import io.slipring.ring.SplitKey;
import io.slipring.ring.SplitMode;
import io.slipring.ring.Tokens;
import io.slipring.ring.VnodeTable;
import io.slipring.schemas.MessageFormatException;
import io.slipring.schemas.RingDefinition;
import io.slipring.schemas.ShardDefinition;
import io.slipring.schemas.SingleObject;
import io.slipring.schemas.SplitDefinition;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;

/**
 * A ring as bytes and back: Avro single-object encoding of {@code RingDefinition}, as {@code docs/ring-spec.md} describes it.
 * Stateless and thread-safe. Equal rings have equal bytes.
 */
public final class RingCodec {

    /** The meaning of the definition's fields that this version writes, and the only one that it reads. */
    public static final int FORMAT_VERSION = 1;

    private static final int TABLE_BYTES = 2 * Tokens.VNODES;

    private RingCodec() {}

    /** Returns the bytes of a ring: about 128 KiB. */
    public static byte[] encode(Ring ring) {
        ByteBuffer table = ByteBuffer.allocate(TABLE_BYTES);
        for (int vnode = 0; vnode < Tokens.VNODES; vnode++) {
            table.putChar((char) ring.table().ownerIndex(vnode));
        }
        return SingleObject.RING_DEFINITION.encode(RingDefinition.newBuilder()
                .setFormatVersion(FORMAT_VERSION)
                .setName(ring.name())
                .setEpoch(ring.epoch().value())
                .setHash(Tokens.HASH)
                .setPlacement(ring.placement())
                .setPlacementConfig(new TreeMap<>(ring.placementConfig()))
                .setShards(ring.shards().stream().map(RingCodec::definition).toList())
                .setTable(table.flip())
                .setSplitMode(ring.splitMode().wireName())
                .setSplits(ring.splits().stream().map(RingCodec::definition).toList())
                .setTopics(List.copyOf(ring.topics()))
                .setCreatedAtMs(ring.createdAtMs())
                .setComment(ring.comment())
                .build());
    }

    private static ShardDefinition definition(Shard shard) {
        return new ShardDefinition(shard.id().value(), shard.weight(), shard.zone(), shard.partition());
    }

    private static SplitDefinition definition(SplitKey split) {
        return new SplitDefinition(
                ByteBuffer.wrap(split.key()),
                split.shards().stream().map(ShardId::value).toList());
    }

    /**
     * Returns the ring that the bytes define.
     *
     * @throws RingFormatException if they are damaged, of a schema, format version or hash that this version does not
     *     know, or contradict themselves
     */
    public static Ring decode(byte[] bytes) {
        RingDefinition definition;
        try {
            definition = SingleObject.RING_DEFINITION.decode(bytes);
        } catch (MessageFormatException e) {
            throw new RingFormatException("Cannot read ring definition: " + e.getMessage(), e);
        }
        String ring = "ring " + definition.getName() + " at epoch " + definition.getEpoch();
        if (definition.getFormatVersion() != FORMAT_VERSION) {
            throw new RingFormatException("Cannot read " + ring + ": format version must be " + FORMAT_VERSION
                    + ", was " + definition.getFormatVersion()
                    + "; upgrade this reader to the version of the ring's writer");
        }
        if (!definition.getHash().equals(Tokens.HASH)) {
            throw new RingFormatException("Cannot read " + ring + ": hash must be " + Tokens.HASH + ", was "
                    + definition.getHash() + "; upgrade this reader to the version of the ring's writer");
        }
        try {
            return ring(definition);
        } catch (IllegalArgumentException e) {
            throw new RingFormatException("Cannot read " + ring + ": " + e.getMessage(), e);
        }
    }

    private static Ring ring(RingDefinition definition) {
        List<Shard> shards = new ArrayList<>();
        for (ShardDefinition shard : definition.getShards()) {
            ShardId id = new ShardId(shard.getId());
            if (!shards.isEmpty() && shards.get(shards.size() - 1).id().compareTo(id) >= 0) {
                throw new IllegalArgumentException("shards must be in ascending order of id, but shard " + id
                        + " follows shard " + shards.get(shards.size() - 1).id());
            }
            shards.add(new Shard(id, shard.getWeight(), shard.getZone(), shard.getPartition()));
        }
        return Ring.builder(definition.getName())
                .epoch(new Epoch(definition.getEpoch()))
                .placement(definition.getPlacement(), definition.getPlacementConfig())
                .shards(shards)
                .table(table(definition.getTable()))
                .splitMode(SplitMode.ofWireName(definition.getSplitMode()))
                .splits(definition.getSplits().stream().map(RingCodec::split).toList())
                .topics(unique(definition.getTopics()))
                .createdAtMs(definition.getCreatedAtMs())
                .comment(definition.getComment())
                .build();
    }

    private static VnodeTable table(ByteBuffer table) {
        if (table.remaining() != TABLE_BYTES) {
            throw new IllegalArgumentException("table must have " + TABLE_BYTES + " bytes, had " + table.remaining());
        }
        return VnodeTable.of(vnode -> table.getChar(2 * vnode));
    }

    private static SplitKey split(SplitDefinition split) {
        byte[] key = new byte[split.getKey().remaining()];
        split.getKey().duplicate().get(key);
        return new SplitKey(key, split.getShards().stream().map(ShardId::new).toList());
    }

    private static Collection<String> unique(List<String> topics) {
        Set<String> seen = new HashSet<>();
        for (String topic : topics) {
            if (!seen.add(topic)) {
                throw new IllegalArgumentException("topics must be named once, but " + topic + " is named twice");
            }
        }
        return topics;
    }
}
