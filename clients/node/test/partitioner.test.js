// SPDX-License-Identifier: Apache-2.0
'use strict';

const assert = require('node:assert/strict');
const { readFileSync } = require('node:fs');
const path = require('node:path');
const test = require('node:test');
const slipring = require('../src');

const FILE = path.join(__dirname, '../../../partitioner/src/main/resources/io/slipring/ring/vectors/rings-1.bin');
const rings = slipring.ringsFromFile(FILE);
const four = rings[0];
const five = rings[1];
const metadata = (count) => Array.from({ length: count }, (_, partitionId) => ({ partitionId, leader: 1 }));
const history = (...known) => {
  const all = new slipring.RingHistory(four.name);
  known.forEach((ring) => all.add(ring));
  return all;
};

test('a key goes to the partition of the newest ring that fits', () => {
  const partition = slipring.ringPartitioner(history(four, five))();
  for (let i = 0; i < 1000; i++) {
    const message = { key: `key-${i}`, value: 'v' };
    assert.equal(partition({ topic: 't', partitionMetadata: metadata(5), message }), five.partitionOf(message.key));
    assert.equal(partition({ topic: 't', partitionMetadata: metadata(4), message }), four.partitionOf(message.key));
  }
});

test('a string key and its UTF-8 bytes are one key', () => {
  assert.equal(four.partitionOf('ключ'), four.partitionOf(Buffer.from('ключ', 'utf8')));
});

test('a topic that no ring fits is refused by name', () => {
  const partition = slipring.ringPartitioner(history(four))();
  assert.throws(
    () => partition({ topic: 't', partitionMetadata: metadata(3), message: { key: 'k' } }),
    { name: 'RingDoesNotFitError', message: /topic t has 3 partitions, but ring .* at epoch 1 needs 4/ },
  );
});

test('records without a key stay together for a run and reach every shard', () => {
  const partition = slipring.ringPartitioner(history(four))();
  const seen = new Map();
  for (let i = 0; i < 20000; i++) {
    const chosen = partition({ topic: 't', partitionMetadata: metadata(4), message: { key: null } });
    seen.set(chosen, (seen.get(chosen) ?? 0) + 1);
  }
  assert.deepEqual([...seen.keys()].sort(), [0, 1, 2, 3]);
  for (const count of seen.values()) assert.equal(count % 100, 0);
});

test('a declared split key takes turns over its shards', () => {
  const split = rings.find((ring) => ring.splitMode === 'declared');
  const all = new slipring.RingHistory(split.name);
  all.add(split);
  const partition = slipring.ringPartitioner(all)();
  const { key } = split.splits[0];
  const partitions = split.splitPartitions(key);
  const chosen = partitions.map(() => partition({ topic: 't', partitionMetadata: metadata(split.requiredPartitions), message: { key } }));
  assert.deepEqual(chosen, partitions);
});

test('following a topic takes in rings, and keeps them when a definition is damaged', async () => {
  const file = readFileSync(FILE);
  const definition = file.subarray(4, 4 + file.readUInt32BE(0));
  const errors = [];
  let disconnected = false;
  const kafka = {
    consumer: () => ({
      connect: async () => {},
      disconnect: async () => { disconnected = true; },
      subscribe: async () => {},
      run: async ({ eachMessage }) => {
        await eachMessage({ message: { key: Buffer.from('app/x'), value: Buffer.from('?') } });
        await eachMessage({ message: { key: Buffer.from(`ring/${four.name}/9`), value: Buffer.from('?') } });
        await eachMessage({ message: { key: Buffer.from(`ring/${four.name}/1`), value: definition } });
      },
    }),
  };
  const followed = await slipring.followTopic(kafka, { ring: four.name, onError: (error) => errors.push(error) });
  await followed.stop();
  assert.equal(followed.history.current().fingerprint, four.fingerprint);
  assert.equal(errors.length, 1);
  assert.ok(errors[0] instanceof slipring.RingFormatError);
  assert.ok(disconnected);
});

test('a topic without the ring is given up in time', async () => {
  const kafka = {
    consumer: () => ({ connect: async () => {}, disconnect: async () => {}, subscribe: async () => {}, run: async () => {} }),
  };
  await assert.rejects(slipring.followTopic(kafka, { ring: 'r', timeoutMs: 20 }), /no definition of ring r on topic __slipring within 20 ms/);
});
