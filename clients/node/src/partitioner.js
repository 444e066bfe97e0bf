// SPDX-License-Identifier: Apache-2.0
'use strict';

const KEYLESS_RUN = 100;

/** No known ring fits the topic: some shard's partition is not there. */
class RingDoesNotFitError extends Error {
  constructor(message) {
    super(message);
    this.name = 'RingDoesNotFitError';
  }
}

/** Picks a shard by weight for a run of records without a key, so that batches stay full. */
function keylessRuns() {
  let left = 0;
  let chosen = 0;
  let fitted;
  return (ring) => {
    if (left === 0 || fitted !== ring) {
      fitted = ring;
      left = KEYLESS_RUN;
      const total = ring.shards.reduce((sum, shard) => sum + shard.weight, 0);
      let point = Math.random() * total;
      const active = ring.shards.filter((shard) => shard.weight > 0);
      const shard = active.find((candidate) => (point -= candidate.weight) < 0) ?? active[active.length - 1];
      chosen = shard.partition;
    }
    left--;
    return chosen;
  };
}

/**
 * Makes what kafkajs takes as createPartitioner. A topic that has too few partitions for the newest ring is routed by the
 * newest that fits; if none does, sending fails with a RingDoesNotFitError. A record with a partition of its own keeps it.
 *
 * @param history a RingHistory, as followTopic returns it
 */
function ringPartitioner(history) {
  return () => {
    const keyless = keylessRuns();
    const turns = new Map();
    return ({ topic, partitionMetadata, message }) => {
      if (message.partition !== undefined && message.partition !== null) return message.partition;
      const count = partitionMetadata.length;
      const ring = history.newestThatFits(count);
      if (ring === undefined) {
        const newest = history.current();
        throw new RingDoesNotFitError(
          newest === undefined
            ? `no ring ${history.name} is known to route topic ${topic} by`
            : `topic ${topic} has ${count} partitions, but ring ${newest.name} at epoch ${newest.epoch} needs ${newest.requiredPartitions}`,
        );
      }
      const { key } = message;
      if (key === undefined || key === null) return keyless(ring);
      const split = ring.splitPartitions(key);
      if (split === null) return ring.partitionOf(key);
      const name = Buffer.from(key).toString('hex');
      const turn = (turns.get(name) ?? 0) % split.length;
      turns.set(name, turn + 1);
      return split[turn];
    };
  };
}

module.exports = { ringPartitioner, RingDoesNotFitError };
