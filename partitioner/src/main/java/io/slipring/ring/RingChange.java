/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.ring;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * A change to a ring in the making: what is to be different in the next epoch. {@link #next()} plans it. Not thread-safe.
 */
public final class RingChange {

    private final Ring base;
    private final TreeMap<ShardId, Shard> shards = new TreeMap<>();
    private Placement placement;
    private Collection<String> topics;
    private SplitMode splitMode;
    private List<SplitKey> splits;
    private long createdAtMs;
    private String comment = "";
    private final List<SurgicalMove> moves = new ArrayList<>();

    private record SurgicalMove(VnodeSet vnodes, ShardId to) {}

    private RingChange(Ring base) {
        this.base = base;
        base.shards().forEach(shard -> shards.put(shard.id(), shard));
        this.placement = Placements.of(base.placement(), base.placementConfig());
        this.topics = base.topics();
        this.splitMode = base.splitMode();
        this.splits = base.splits();
        this.createdAtMs = base.createdAtMs();
    }

    /** Starts a change that changes nothing yet. */
    public static RingChange on(Ring ring) {
        return new RingChange(ring);
    }

    /**
     * Adds shards of the weight that most shards have (the smallest of those if several are as common), without a zone.
     *
     * @param count at least 1
     */
    public RingChange addShards(int count) {
        return addShards(count, "");
    }

    /** As {@link #addShards(int)}, in a zone; empty if unknown. */
    public RingChange addShards(int count, String zone) {
        return addShards(count, commonWeight(), zone);
    }

    /**
     * Adds shards with new ids. They take up the partitions of drained shards first, lowest first, whose ids are then
     * gone for good; then the lowest partitions that belong to nobody.
     *
     * @param count at least 1
     * @param weight at least 1
     * @param zone empty if unknown
     */
    public RingChange addShards(int count, int weight, String zone) {
        if (count < 1) {
            throw new IllegalArgumentException("the number of shards to add must be >= 1, was " + count);
        }
        if (weight < 1) {
            throw new IllegalArgumentException("the weight of an added shard must be >= 1, was " + weight);
        }
        if (shards.size() + (long) count - drained().size() > Ring.MAX_SHARDS) {
            throw new IllegalArgumentException("a ring must have at most " + Ring.MAX_SHARDS + " shards, but " + count
                    + " more are wanted beside " + shards.size());
        }
        for (int i = 0; i < count; i++) {
            ShardId id = new ShardId(shards.lastKey().value() + 1);
            shards.put(id, new Shard(id, weight, zone, takePartition()));
        }
        return this;
    }

    private List<Shard> drained() {
        return shards.values().stream()
                .filter(Shard::isDrained)
                .sorted(Comparator.comparingInt(Shard::partition))
                .toList();
    }

    private int takePartition() {
        List<Shard> drained = drained();
        if (!drained.isEmpty()) {
            shards.remove(drained.get(0).id());
            return drained.get(0).partition();
        }
        int[] taken =
                shards.values().stream().mapToInt(Shard::partition).sorted().toArray();
        int free = 0;
        while (free < taken.length && taken[free] == free) {
            free++;
        }
        return free;
    }

    private int commonWeight() {
        Map<Integer, Long> counts = shards.values().stream()
                .map(Shard::weight)
                .filter(weight -> weight > 0)
                .collect(Collectors.groupingBy(Function.identity(), TreeMap::new, Collectors.counting()));
        int common = 1;
        long most = 0;
        for (Map.Entry<Integer, Long> entry : counts.entrySet()) {
            if (entry.getValue() > most) {
                common = entry.getKey();
                most = entry.getValue();
            }
        }
        return common;
    }

    /**
     * Takes everything from a shard. Its partition cannot be taken from the topics, so it stays as a drained shard until
     * a shard that is added takes its partition up.
     */
    public RingChange removeShard(ShardId id) {
        if (shard(id).isDrained()) {
            throw new IllegalArgumentException("shard " + id + " of ring " + base.name() + " is drained already");
        }
        return setWeight(id, 0);
    }

    /** Gives a shard another weight: at least 0, which drains it. */
    public RingChange setWeight(ShardId id, int weight) {
        shards.put(id, shard(id).withWeight(weight));
        return this;
    }

    /** Says where a shard runs; empty if unknown. */
    public RingChange setZone(ShardId id, String zone) {
        Shard shard = shard(id);
        shards.put(id, new Shard(id, shard.weight(), zone, shard.partition()));
        return this;
    }

    /**
     * Gives vnodes to a shard, whatever the placement says. The placement is not told: the next change of shards or weights
     * computes the table anew, and may take them elsewhere.
     */
    public RingChange move(VnodeSet vnodes, ShardId to) {
        if (shard(to).isDrained()) {
            throw new IllegalArgumentException("shard " + to + " of ring " + base.name()
                    + " is drained, so it can't be given vnodes; give it a weight first");
        }
        moves.add(new SurgicalMove(vnodes, to));
        return this;
    }

    private Shard shard(ShardId id) {
        Shard shard = shards.get(id);
        if (shard == null) {
            throw new IllegalArgumentException(
                    "ring " + base.name() + " has no shard " + id + ", it has " + shards.keySet());
        }
        return shard;
    }

    /** Has another strategy compute the table. */
    public RingChange placement(Placement placement) {
        this.placement = placement;
        return this;
    }

    /** Replaces the source topics that the ring routes. */
    public RingChange topics(Collection<String> topics) {
        this.topics = topics;
        return this;
    }

    /** Sets whether hot keys may be spread. */
    public RingChange splitMode(SplitMode splitMode) {
        this.splitMode = splitMode;
        return this;
    }

    /** Replaces the declared split keys. */
    public RingChange splits(List<SplitKey> splits) {
        this.splits = splits;
        return this;
    }

    /** Says when the change is made, in milliseconds since the Unix epoch, UTC; by default as the ring it changes. */
    public RingChange createdAtMs(long createdAtMs) {
        this.createdAtMs = createdAtMs;
        return this;
    }

    /** Says why the change is made; empty by default. */
    public RingChange comment(String comment) {
        this.comment = comment;
        return this;
    }

    /**
     * Plans the change. Shards that are drained are taken out of split keys; a split key that is left with fewer than
     * two shards is no longer split.
     *
     * @return the ring of the next epoch
     * @throws IllegalArgumentException if the placement cannot do it; the message says why
     */
    public Ring next() {
        List<Shard> wanted = RingRules.checkShards(List.copyOf(shards.values()));
        return base.toBuilder()
                .epoch(base.epoch().next())
                .placement(placement.name(), placement.config())
                .shards(wanted)
                .table(table(wanted))
                .topics(topics)
                .splitMode(splitMode)
                .splits(splitsOverOwners())
                .createdAtMs(createdAtMs)
                .comment(comment)
                .build();
    }

    private VnodeTable table(List<Shard> wanted) {
        VnodeTable table = placed(wanted);
        for (SurgicalMove move : moves) {
            VnodeTable before = table;
            int to = wanted.indexOf(shard(move.to()));
            table = VnodeTable.of(vnode -> move.vnodes().contains(vnode) ? to : before.ownerIndex(vnode));
        }
        return table;
    }

    private VnodeTable placed(List<Shard> wanted) {
        boolean samePlacement =
                placement.name().equals(base.placement()) && placement.config().equals(base.placementConfig());
        return samePlacement && withoutZones(wanted).equals(withoutZones(base.shards()))
                ? base.table()
                : placement.place(base, wanted);
    }

    private static List<Shard> withoutZones(List<Shard> shards) {
        return shards.stream()
                .map(shard -> new Shard(shard.id(), shard.weight(), "", shard.partition()))
                .toList();
    }

    private List<SplitKey> splitsOverOwners() {
        List<SplitKey> kept = new ArrayList<>();
        for (SplitKey split : splits) {
            List<ShardId> owners = split.shards().stream()
                    .filter(id -> shards.containsKey(id) && !shard(id).isDrained())
                    .toList();
            if (owners.size() >= 2 || owners.size() == split.shards().size()) {
                kept.add(new SplitKey(split.key(), owners));
            }
        }
        return kept;
    }
}
