// SPDX-License-Identifier: Apache-2.0
'use strict';

const { readFileSync } = require('node:fs');
const { Ring } = require('./ring');
const { RingFormatError } = require('./definition');

/** Returns the rings of a file, in its order: each definition after its length as a 4-byte big-endian integer. */
function ringsFromBytes(bytes) {
  const rings = [];
  for (let at = 0; at < bytes.length; ) {
    const length = at + 4 <= bytes.length ? bytes.readUInt32BE(at) : -1;
    if (length < 0 || at + 4 + length > bytes.length) {
      throw new RingFormatError(`ring file of ${bytes.length} bytes is cut off in the definition at byte ${at}`);
    }
    rings.push(Ring.decode(bytes.subarray(at + 4, at + 4 + length)));
    at += 4 + length;
  }
  return rings;
}

/** Returns the rings of a file. */
function ringsFromFile(path) {
  return ringsFromBytes(readFileSync(path));
}

/** The rings known so far, by epoch; what a partitioner routes by. */
class RingHistory {
  constructor(name) {
    this.name = name;
    this.byEpoch = new Map();
    this.newestFirst = [];
  }

  /** Takes a ring in; an epoch that is known already is never replaced. */
  add(ring) {
    if (ring.name !== this.name || this.byEpoch.has(ring.epoch)) return;
    this.byEpoch.set(ring.epoch, ring);
    this.newestFirst = [...this.byEpoch.values()].sort((left, right) => right.epoch - left.epoch);
  }

  /** Returns the newest ring, or undefined. */
  current() {
    return this.newestFirst[0];
  }

  /** Returns the newest ring that a topic with so many partitions can be routed by, or undefined. */
  newestThatFits(partitions) {
    return this.newestFirst.find((ring) => ring.requiredPartitions <= partitions);
  }
}

/**
 * Follows the ring topic with a client of kafkajs (or one with its API) until it is stopped.
 *
 * @param kafka a kafkajs client
 * @param options ring: its name; topic: __slipring by default; groupId: a consumer group of this process alone, whose
 *   offsets are never committed; timeoutMs: how long to wait for a first ring; onError: called with what is wrong with a
 *   definition that is refused, the rings known before stay
 * @returns a promise of {history, stop}
 */
async function followTopic(kafka, { ring, topic = '__slipring', groupId, timeoutMs = 30000, onError = () => {} }) {
  const history = new RingHistory(ring);
  const consumer = kafka.consumer({ groupId: groupId ?? `slipring-reader-${process.pid}-${Date.now()}` });
  const prefix = `ring/${ring}/`;
  let timer;
  await consumer.connect();
  try {
    await new Promise((resolve, reject) => {
      timer = setTimeout(
        () => reject(new Error(`no definition of ring ${ring} on topic ${topic} within ${timeoutMs} ms`)),
        timeoutMs,
      );
      const eachMessage = async ({ message }) => {
        if (message.key === null || message.value === null || !message.key.toString('utf8').startsWith(prefix)) return;
        try {
          history.add(Ring.decode(message.value));
        } catch (error) {
          onError(error);
        }
        if (history.current() !== undefined) resolve();
      };
      consumer
        .subscribe({ topics: [topic], fromBeginning: true })
        .then(() => consumer.run({ autoCommit: false, eachMessage }))
        .catch(reject);
    });
  } catch (error) {
    await consumer.disconnect();
    throw error;
  } finally {
    clearTimeout(timer);
  }
  return { history, stop: () => consumer.disconnect() };
}

module.exports = { ringsFromBytes, ringsFromFile, RingHistory, followTopic };
