// SPDX-License-Identifier: Apache-2.0
'use strict';

const { createHash } = require('node:crypto');
const { xxh3 } = require('./xxh3');
const { decodeDefinition, RingFormatError } = require('./definition');

const VNODES = 65536;
const FORMAT_VERSION = 1;
const HASH = 'xxh3-64';
const SPLIT_MODES = ['off', 'declared', 'adaptive'];

function check(holds, message) {
  if (!holds) throw new RingFormatError(message);
}

function keyBytes(key) {
  if (typeof key === 'string') return Buffer.from(key, 'utf8');
  if (key instanceof Uint8Array) return key;
  throw new TypeError(`a key must be a string (taken as UTF-8), a Buffer or a Uint8Array, was ${typeof key}`);
}

/** Returns the token of a key, an unsigned 64-bit BigInt. */
function token(key) {
  return xxh3(keyBytes(key));
}

/** Returns the vnode of a token, 0 to 65,535: its upper 16 bits. */
function vnodeOfToken(value) {
  return Number(value >> 48n);
}

/** One epoch of a ring: which shard, and so which partition, owns each of the 65,536 vnodes. Never changes. */
class Ring {
  /** Takes the fields of a definition; throws a RingFormatError if they contradict themselves. */
  constructor(definition) {
    Object.assign(this, definition);
    this.checkFields();
    this.owners = new Uint16Array(VNODES);
    for (let vnode = 0; vnode < VNODES; vnode++) {
      this.owners[vnode] = this.table.readUInt16BE(2 * vnode);
    }
    this.checkOwners();
    this.splitsByKey = new Map(this.splits.map((split) => [split.key.toString('hex'), split]));
    check(this.splitsByKey.size === this.splits.length, 'a key must be split once');
    this.requiredPartitions = 1 + Math.max(...this.shards.map((shard) => shard.partition));
    this.fingerprint = this.computeFingerprint();
  }

  /** Returns the ring whose definition these bytes are, as on the ring topic. */
  static decode(bytes) {
    return new Ring(decodeDefinition(bytes));
  }

  checkFields() {
    check(this.formatVersion === FORMAT_VERSION, `format version must be ${FORMAT_VERSION}, was ${this.formatVersion}`);
    check(this.hash === HASH, `hash must be ${HASH}, was ${this.hash}`);
    check(this.epoch >= 1, `epoch must be >= 1, was ${this.epoch}`);
    check(SPLIT_MODES.includes(this.splitMode), `split mode must be one of ${SPLIT_MODES}, was ${this.splitMode}`);
    check(this.table.length === 2 * VNODES, `table must have ${2 * VNODES} bytes, had ${this.table.length}`);
    const partitions = new Set();
    this.shards.forEach((shard, index) => {
      check(index === 0 ? shard.id >= 0 : shard.id > this.shards[index - 1].id, 'shard ids must ascend from 0 or more');
      check(shard.weight >= 0, `weight must be >= 0, was ${shard.weight} (shard ${shard.id})`);
      check(shard.partition >= 0 && shard.partition <= 65535, `partition must be 0..65535, was ${shard.partition}`);
      check(!partitions.has(shard.partition), `partition ${shard.partition} must belong to one shard`);
      partitions.add(shard.partition);
    });
  }

  checkOwners() {
    const owning = new Set(this.owners);
    for (const index of owning) {
      check(index < this.shards.length, `an owner must be one of ${this.shards.length} shards, was index ${index}`);
    }
    this.shards.forEach((shard, index) => {
      check(owning.has(index) === shard.weight > 0, `shard ${shard.id} of weight ${shard.weight} must own vnodes only if its weight is positive`);
    });
    for (const split of this.splits) {
      check(split.shards.length > 0, 'a split key must have at least 1 shard');
      check(new Set(split.shards).size === split.shards.length, 'a split key must name each shard once');
      for (const id of split.shards) {
        check(this.shards.some((shard) => shard.id === id && shard.weight > 0), `split shard ${id} must exist and not be drained`);
      }
    }
  }

  /** Returns the shard {id, weight, zone, partition} that owns a vnode. */
  ownerOfVnode(vnode) {
    return this.shards[this.owners[vnode]];
  }

  /** Returns the shard that owns a key: a string (taken as UTF-8), a Buffer or a Uint8Array. */
  ownerOf(key) {
    return this.ownerOfVnode(vnodeOfToken(token(key)));
  }

  /** Returns the partition that owns a key. */
  partitionOf(key) {
    return this.ownerOf(key).partition;
  }

  /** Returns the partitions over which a key is declared split, or null if it is not. */
  splitPartitions(key) {
    if (this.splitMode !== 'declared') return null;
    const split = this.splitsByKey.get(Buffer.from(keyBytes(key)).toString('hex'));
    if (split === undefined) return null;
    return split.shards.map((id) => this.shards.find((shard) => shard.id === id).partition);
  }

  computeFingerprint() {
    const digest = createHash('sha256');
    const int = (value) => {
      const bytes = Buffer.alloc(4);
      bytes.writeUInt32BE(value);
      digest.update(bytes);
    };
    const bytes = (value) => {
      int(value.length);
      digest.update(value);
    };
    const string = (text) => bytes(Buffer.from(text, 'utf8'));
    string('slipring-ring-1');
    string(HASH);
    int(this.shards.length);
    for (const shard of this.shards) {
      int(shard.id);
      int(shard.weight);
      int(shard.partition);
      string(shard.zone);
    }
    digest.update(this.table);
    string(this.splitMode);
    const splits = [...this.splits].sort((left, right) => Buffer.compare(left.key, right.key));
    int(splits.length);
    for (const split of splits) {
      bytes(split.key);
      int(split.shards.length);
      split.shards.forEach(int);
    }
    return digest.digest('hex');
  }
}

module.exports = { Ring, token, vnodeOfToken, keyBytes, VNODES };
