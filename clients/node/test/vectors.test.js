// SPDX-License-Identifier: Apache-2.0
'use strict';

const assert = require('node:assert/strict');
const { readFileSync } = require('node:fs');
const path = require('node:path');
const test = require('node:test');
const slipring = require('../src');

const VECTORS = path.join(__dirname, '../../../partitioner/src/main/resources/io/slipring/ring/vectors');
const lines = (file) => readFileSync(path.join(VECTORS, file), 'utf8').trim().split('\n').slice(1).map((line) => line.split(','));
const rings = slipring.ringsFromFile(path.join(VECTORS, 'rings-1.bin'));

test('every golden ring has the fingerprint that the Java library gives it', () => {
  const expected = lines('rings-1.csv');
  assert.ok(expected.length >= 8);
  assert.equal(rings.length, expected.length);
  expected.forEach(([index, name, epoch, placement, shards, partitions, fingerprint]) => {
    const ring = rings[Number(index)];
    assert.equal(ring.name, name);
    assert.equal(ring.epoch, Number(epoch));
    assert.equal(ring.placement, placement);
    assert.equal(ring.shards.length, Number(shards));
    assert.equal(ring.requiredPartitions, Number(partitions));
    assert.equal(ring.fingerprint, fingerprint);
  });
});

test('every golden vector is reproduced', () => {
  const vectors = lines('vectors-1.csv');
  assert.ok(vectors.length >= 10000);
  for (const [ringIndex, hex, token, vnode, shard, partition] of vectors) {
    const key = Buffer.from(hex, 'hex');
    const ring = rings[Number(ringIndex)];
    assert.equal(slipring.token(key).toString(16).padStart(16, '0'), token, `token of ${hex}`);
    assert.equal(slipring.vnodeOfToken(slipring.token(key)), Number(vnode), `vnode of ${hex}`);
    assert.equal(ring.ownerOf(key).id, Number(shard), `shard of ${hex}`);
    assert.equal(ring.partitionOf(key), Number(partition), `partition of ${hex}`);
  }
});

test('damaged definitions are refused by name', () => {
  const bytes = readFileSync(path.join(VECTORS, 'rings-1.bin'));
  const definition = bytes.subarray(4, 4 + bytes.readUInt32BE(0));
  for (const length of [0, 1, 9, 10, 50, definition.length - 1]) {
    assert.throws(() => slipring.Ring.decode(definition.subarray(0, length)), slipring.RingFormatError);
  }
  const other = Buffer.from(definition);
  other[5] ^= 1;
  assert.throws(() => slipring.Ring.decode(other), /schema with fingerprint/);
  assert.throws(() => slipring.Ring.decode(Buffer.concat([definition, Buffer.from([0])])), /must end after/);
  assert.throws(() => slipring.ringsFromBytes(bytes.subarray(0, bytes.length - 1)), /cut off/);
});
