/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.errors;

/** A topic has too few partitions for every known epoch of the ring, so no record can be routed into it. */
public final class RingDoesNotFitException extends SlipringException {
    private final String topic;
    private final int epoch;
    private final int shard;
    private final int partition;
    private final int partitionCount;

    /**
     * Makes one.
     *
     * @param ring name of the ring
     * @param topic topic that is too small
     * @param epoch newest epoch of the ring
     * @param shard lowest shard of that epoch whose partition the topic lacks
     * @param partition the partition of that shard
     * @param partitionCount partitions that the topic has
     * @param required partitions that the epoch needs
     */
    public RingDoesNotFitException(
            String ring, String topic, int epoch, int shard, int partition, int partitionCount, int required) {
        super("Topic " + topic + " has " + partitionCount + " partitions, but ring " + ring + " epoch " + epoch
                + " puts shard " + shard + " on partition " + partition + " and no older epoch fits either; give the"
                + " topic at least " + required + " partitions, or route it by another ring");
        this.topic = topic;
        this.epoch = epoch;
        this.shard = shard;
        this.partition = partition;
        this.partitionCount = partitionCount;
    }

    /** Topic that is too small. */
    public String topic() {
        return topic;
    }

    /** Newest epoch of the ring. */
    public int epoch() {
        return epoch;
    }

    /** Lowest shard of that epoch whose partition the topic lacks. */
    public int shard() {
        return shard;
    }

    /** Partition of that shard. */
    public int partition() {
        return partition;
    }

    /** Partitions that the topic has. */
    public int partitionCount() {
        return partitionCount;
    }
}
