/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.ring;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * One epoch of a ring: which shard, and so which partition, owns each of the 65,536 vnodes. Immutable and thread-safe.
 *
 * <p>A ring is consistent by construction: shard ids and partitions are unique, at least one shard has a positive weight,
 * every shard with a positive weight owns at least one vnode, drained ones own none, and split keys name shards that are
 * not drained. It takes 192 KiB, or 320 KiB if a shard's partition differs from its place among the shards; 64 KiB less if a partition is above 255.
 */
public final class Ring {

    /** The most shards, drained ones included, that a ring may have. */
    public static final int MAX_SHARDS = 4_096;

    private final String name;
    private final Epoch epoch;
    private final String placement;
    private final SortedMap<String, String> placementConfig;
    private final List<Shard> shards;
    private final VnodeTable table;
    private final SplitMode splitMode;
    private final List<SplitKey> splits;
    private final SortedSet<String> topics;
    private final long createdAtMs;
    private final String comment;

    private final Map<ShardId, Shard> shardsById;
    private final char[] partitions;
    private final byte[] smallPartitions;
    private final int requiredPartitions;
    private final Fingerprint fingerprint;

    private Ring(Builder from, VnodeTable table) {
        this.name = RingRules.checkName(from.name);
        this.epoch = from.epoch;
        this.placement = from.placement;
        this.placementConfig = Collections.unmodifiableSortedMap(new TreeMap<>(from.placementConfig));
        this.shards = RingRules.checkShards(from.shards);
        this.table = RingRules.checkTable(shards, table);
        this.splitMode = from.splitMode;
        this.splits = RingRules.checkSplits(shards, from.splits);
        this.topics = Collections.unmodifiableSortedSet(new TreeSet<>(from.topics));
        this.createdAtMs = from.createdAtMs;
        this.comment = from.comment;
        this.shardsById = new TreeMap<>();
        shards.forEach(shard -> shardsById.put(shard.id(), shard));
        this.partitions = partitionTable(shards, table.owners());
        this.smallPartitions = small(partitions);
        this.requiredPartitions =
                1 + shards.stream().mapToInt(Shard::partition).max().orElse(-1);
        this.fingerprint = Fingerprint.of(this);
    }

    /** Maps vnodes to partitions; the table itself where each shard's partition is its index, as is usual. */
    private static char[] partitionTable(List<Shard> shards, char[] owners) {
        boolean same = true;
        for (int i = 0; i < shards.size(); i++) {
            same &= shards.get(i).partition() == i;
        }
        if (same) {
            return owners;
        }
        char[] partitions = new char[owners.length];
        for (int vnode = 0; vnode < owners.length; vnode++) {
            partitions[vnode] = (char) shards.get(owners[vnode]).partition();
        }
        return partitions;
    }

    /** The table in half the memory, so that more of it stays near the processor; empty if a partition is above 255. */
    private static byte[] small(char[] partitions) {
        byte[] small = new byte[partitions.length];
        for (int vnode = 0; vnode < partitions.length; vnode++) {
            if (partitions[vnode] > 0xFF) {
                return new byte[0];
            }
            small[vnode] = (byte) partitions[vnode];
        }
        return small;
    }

    /** Starts a ring with this name: 1 to 200 of the characters {@code a-z A-Z 0-9 . _ -}, as in a topic's name. */
    public static Builder builder(String name) {
        return new Builder(name);
    }

    /** Starts a ring that has everything from this one, the table too. */
    public Builder toBuilder() {
        return new Builder(name)
                .epoch(epoch)
                .placement(placement, placementConfig)
                .shards(shards)
                .table(table)
                .splitMode(splitMode)
                .splits(splits)
                .topics(topics)
                .createdAtMs(createdAtMs)
                .comment(comment);
    }

    /** Returns the name of the ring, the same in all its epochs. */
    public String name() {
        return name;
    }

    /** Returns the version of the ring. */
    public Epoch epoch() {
        return epoch;
    }

    /** Returns the name of the strategy that computed the table. */
    public String placement() {
        return placement;
    }

    /** Returns the settings of the strategy that computed the table; unmodifiable. */
    public SortedMap<String, String> placementConfig() {
        return placementConfig;
    }

    /** Returns the shards by ascending id, drained ones included; unmodifiable. */
    public List<Shard> shards() {
        return shards;
    }

    /**
     * Returns the shard with this id.
     *
     * @throws IllegalArgumentException if there is none
     */
    public Shard shard(ShardId id) {
        Shard shard = shardsById.get(id);
        if (shard == null) {
            throw new IllegalArgumentException(
                    "ring " + name + " at epoch " + epoch + " has no shard " + id + ", it has " + shardsById.keySet());
        }
        return shard;
    }

    /** Returns the table of owners, as indexes into {@link #shards()}. */
    public VnodeTable table() {
        return table;
    }

    /** Returns the source topics that this ring routes; unmodifiable. */
    public SortedSet<String> topics() {
        return topics;
    }

    /** Returns whether hot keys may be spread. */
    public SplitMode splitMode() {
        return splitMode;
    }

    /** Returns the declared split keys by ascending unsigned key bytes; unmodifiable. */
    public List<SplitKey> splits() {
        return splits;
    }

    /** Returns when this epoch was made, in milliseconds since the Unix epoch, UTC; 0 if unknown. */
    public long createdAtMs() {
        return createdAtMs;
    }

    /** Returns why this epoch was made; may be empty. */
    public String comment() {
        return comment;
    }

    /** Returns the partition that owns a vnode (0 to 65,535): one array read. */
    public int partitionOfVnode(int vnode) {
        byte[] small = smallPartitions;
        return small.length > 0 ? small[vnode] & 0xFF : partitions[vnode];
    }

    /** Returns the shard that owns a vnode (0 to 65,535). */
    public Shard ownerOfVnode(int vnode) {
        return shards.get(table.ownerIndex(vnode));
    }

    /** Returns the partition of a key by its serialized bytes: one hash and one array read. Split keys: their owner's. */
    public int partitionOf(byte[] key) {
        return partitionOfVnode(Tokens.vnode(key));
    }

    /** Returns the shard that owns a key, by its serialized bytes. */
    public Shard ownerOf(byte[] key) {
        return ownerOfVnode(Tokens.vnode(key));
    }

    /** Returns how many partitions a topic must have to be routed by this ring: drained shards' partitions count. */
    public int requiredPartitions() {
        return requiredPartitions;
    }

    /** Returns the vnodes that a partition owns; none if it belongs to no shard. Costs a pass over the table. */
    public VnodeSet vnodesOfPartition(int partition) {
        VnodeSet.Builder vnodes = VnodeSet.builder();
        for (int vnode = 0; vnode < partitions.length; vnode++) {
            if (partitions[vnode] == partition) {
                vnodes.add(vnode);
            }
        }
        return vnodes.build();
    }

    /**
     * Returns the first distinct shards clockwise from a vnode: its owner, then the owners of the vnodes after it.
     *
     * @param vnode 0 to 65,535
     * @param count how many; fewer are returned if there are no more
     * @param distinctZones whether to pass over shards whose zone is already among those found; a shard without a zone
     *     is never passed over
     */
    public List<Shard> successors(int vnode, int count, boolean distinctZones) {
        Tokens.checkVnode(vnode);
        List<Shard> found = new ArrayList<>(Math.min(count, shards.size()));
        Set<String> zones = new HashSet<>();
        boolean[] seen = new boolean[shards.size()];
        for (int i = 0; i < Tokens.VNODES && found.size() < count; i++) {
            int index = table.ownerIndex((vnode + i) & (Tokens.VNODES - 1));
            if (!seen[index]) {
                seen[index] = true;
                Shard shard = shards.get(index);
                if (!distinctZones || shard.zone().isEmpty() || zones.add(shard.zone())) {
                    found.add(shard);
                }
            }
        }
        return Collections.unmodifiableList(found);
    }

    /** Returns the fingerprint of everything that routes. */
    public Fingerprint fingerprint() {
        return fingerprint;
    }

    /** Compares everything, also what does not route. */
    @Override
    public boolean equals(Object other) {
        return other instanceof Ring ring
                && fingerprint.equals(ring.fingerprint)
                && name.equals(ring.name)
                && epoch.equals(ring.epoch)
                && placement.equals(ring.placement)
                && placementConfig.equals(ring.placementConfig)
                && topics.equals(ring.topics)
                && createdAtMs == ring.createdAtMs
                && comment.equals(ring.comment);
    }

    @Override
    public int hashCode() {
        return 31 * fingerprint.hashCode() + epoch.value();
    }

    @Override
    public String toString() {
        return "Ring[" + name + " epoch=" + epoch + " shards=" + shards.size() + " fingerprint="
                + fingerprint.shortForm() + "]";
    }

    /** A ring in the making; everything but shards and table has a default. Not thread-safe. */
    public static final class Builder {
        private final String name;
        private Epoch epoch = Epoch.FIRST;
        private String placement = "";
        private Map<String, String> placementConfig = Map.of();
        private List<Shard> shards = List.of();
        private @Nullable VnodeTable table;
        private SplitMode splitMode = SplitMode.OFF;
        private List<SplitKey> splits = List.of();
        private Collection<String> topics = List.of();
        private long createdAtMs;
        private String comment = "";

        private Builder(String name) {
            this.name = name;
        }

        /** Sets the epoch; 1 by default. */
        public Builder epoch(Epoch epoch) {
            this.epoch = epoch;
            return this;
        }

        /** Names the strategy that computed the table, and its settings. */
        public Builder placement(String placement, Map<String, String> config) {
            this.placement = placement;
            this.placementConfig = config;
            return this;
        }

        /** Sets the shards, in whatever order. */
        public Builder shards(List<Shard> shards) {
            this.shards = shards;
            return this;
        }

        /** Sets the owners, as indexes into the shards by ascending id. */
        public Builder table(VnodeTable table) {
            this.table = table;
            return this;
        }

        /** Sets whether hot keys may be spread; off by default. */
        public Builder splitMode(SplitMode splitMode) {
            this.splitMode = splitMode;
            return this;
        }

        /** Declares split keys, in whatever order. */
        public Builder splits(List<SplitKey> splits) {
            this.splits = splits;
            return this;
        }

        /** Names the source topics that the ring routes. */
        public Builder topics(Collection<String> topics) {
            this.topics = topics;
            return this;
        }

        /** Sets when the epoch was made, in milliseconds since the Unix epoch, UTC. */
        public Builder createdAtMs(long createdAtMs) {
            this.createdAtMs = createdAtMs;
            return this;
        }

        /** Says why the epoch was made. */
        public Builder comment(String comment) {
            this.comment = comment;
            return this;
        }

        /**
         * Returns the ring.
         *
         * @throws IllegalArgumentException if it contradicts itself
         */
        public Ring build() {
            if (table == null) {
                throw new IllegalArgumentException("ring " + name + " must have a table");
            }
            return new Ring(this, table);
        }
    }
}
