// SPDX-License-Identifier: Apache-2.0
'use strict';

// Avro single-object encoding of RingDefinition, schema version 1. See docs/ring-spec.md.

const SCHEMA_FINGERPRINT = '63844e0dce215bcf';
const HEADER = 10;

/** The bytes are not a ring definition that this version can read. */
class RingFormatError extends Error {
  constructor(message) {
    super(message);
    this.name = 'RingFormatError';
  }
}

class Reader {
  constructor(bytes) {
    this.bytes = bytes;
    this.at = HEADER;
  }

  take(count) {
    if (count < 0 || count > this.bytes.length - this.at) {
      throw new RingFormatError(`needed ${count} bytes at offset ${this.at} of ${this.bytes.length}`);
    }
    const from = this.at;
    this.at += count;
    return this.bytes.subarray(from, this.at);
  }

  /** Reads a zig-zag varint as a Number; every number of a definition is far below 2^53. */
  long() {
    let raw = 0n;
    for (let shift = 0n; shift < 70n; shift += 7n) {
      const next = this.take(1)[0];
      raw |= BigInt(next & 0x7f) << shift;
      if (next < 0x80) {
        raw = BigInt.asUintN(64, raw);
        return Number((raw >> 1n) ^ -(raw & 1n));
      }
    }
    throw new RingFormatError(`a number must take at most 10 bytes before offset ${this.at}`);
  }

  bytesField() {
    return Buffer.from(this.take(this.long()));
  }

  string() {
    return this.take(this.long()).toString('utf8');
  }

  /** Reads blocks of items; a negative count is followed by the block's size in bytes. */
  array(item) {
    const items = [];
    for (let count = this.long(); count !== 0; count = this.long()) {
      if (count < 0) {
        count = -count;
        this.long();
      }
      if (count > this.bytes.length - this.at) {
        throw new RingFormatError(`count must be at most ${this.bytes.length - this.at} at offset ${this.at}, was ${count}`);
      }
      for (; count > 0; count--) items.push(item());
    }
    return items;
  }
}

/** Returns the fields of a ring definition; throws a RingFormatError if the bytes are damaged or of an unknown schema. */
function decodeDefinition(input) {
  const bytes = Buffer.isBuffer(input) ? input : Buffer.from(input);
  if (bytes.length < HEADER || bytes[0] !== 0xc3 || bytes[1] !== 0x01) {
    throw new RingFormatError('a ring definition must start with the bytes C3 01 and a fingerprint of 8 bytes');
  }
  const written = bytes.readBigUInt64LE(2).toString(16).padStart(16, '0');
  if (written !== SCHEMA_FINGERPRINT) {
    throw new RingFormatError(`ring definition was written by a schema with fingerprint ${written}, which this version does not know`);
  }
  const reader = new Reader(bytes);
  const definition = {
    formatVersion: reader.long(),
    name: reader.string(),
    epoch: reader.long(),
    hash: reader.string(),
    placement: reader.string(),
    placementConfig: Object.fromEntries(reader.array(() => [reader.string(), reader.string()])),
    shards: reader.array(() => ({
      id: reader.long(),
      weight: reader.long(),
      zone: reader.string(),
      partition: reader.long(),
    })),
    table: reader.bytesField(),
    splitMode: reader.string(),
    splits: reader.array(() => ({ key: reader.bytesField(), shards: reader.array(() => reader.long()) })),
    topics: reader.array(() => reader.string()),
    createdAtMs: reader.long(),
    comment: reader.string(),
  };
  if (reader.at !== bytes.length) {
    throw new RingFormatError(`ring definition of ${bytes.length} bytes must end after ${reader.at} bytes`);
  }
  return definition;
}

module.exports = { decodeDefinition, RingFormatError, SCHEMA_FINGERPRINT };
