// SPDX-License-Identifier: Apache-2.0
'use strict';

// XXH3-64 with seed 0, written from the algorithm's published specification
// (https://github.com/Cyan4973/xxHash/blob/dev/doc/xxhash_spec.md).

const SECRET = Buffer.from(
  'b8fe6c3923a44bbe7c01812cf721ad1cded46de9839097db7240a4a4b7b3671fcb79e64eccc0e578825ad07dccff7221' +
    'b8084674f743248ee03590e6813a264c3c2852bb91c300cb88d0658b1b532ea371644897a20df94e3819ef46a9deacd8a8' +
    'fa763fe39c343ff9dcbbc7c70b4f1d8a51e04bcdb45931c89f7ec9d9787364eac5ac8334d3ebc3c581a0fffa1363eb17' +
    '0ddd51b7f0da49d316552629d4689e2b16be587d47a1fc8ff8b8d17ad031ce45cb3a8f95160428afd7fbcabb4b407e',
  'hex',
);

const MASK = 0xffffffffffffffffn;
const LOW = 0xffffffffn;
const P32_1 = 0x9e3779b1n;
const P32_2 = 0x85ebca77n;
const P32_3 = 0xc2b2ae3dn;
const P64_1 = 0x9e3779b185ebca87n;
const P64_2 = 0xc2b2ae3d27d4eb4fn;
const P64_3 = 0x165667b19e3779f9n;
const P64_4 = 0x85ebca77c2b2ae63n;
const P64_5 = 0x27d4eb2f165667c5n;
const MX_1 = 0x165667919e3779f9n;
const MX_2 = 0x9fb21c651e98df25n;

const STRIPE = 64;
const STRIPES_PER_BLOCK = (SECRET.length - STRIPE) / 8;
const BLOCK = STRIPE * STRIPES_PER_BLOCK;

const u32 = (bytes, at) => BigInt(bytes.readUInt32LE(at));
const u64 = (bytes, at) => bytes.readBigUInt64LE(at);
const rotl = (value, bits) => ((value << bits) | (value >> (64n - bits))) & MASK;
const swap32 = (value) => ((value & 0xffn) << 24n) | ((value & 0xff00n) << 8n) | ((value >> 8n) & 0xff00n) | (value >> 24n);
const swap64 = (value) => (swap32(value & LOW) << 32n) | swap32(value >> 32n);

function fold(left, right) {
  const product = left * right;
  return (product & MASK) ^ (product >> 64n);
}

function avalanche(value) {
  let hash = value ^ (value >> 37n);
  hash = (hash * MX_1) & MASK;
  return hash ^ (hash >> 32n);
}

function avalanche64(value) {
  let hash = value ^ (value >> 33n);
  hash = (hash * P64_2) & MASK;
  hash ^= hash >> 29n;
  hash = (hash * P64_3) & MASK;
  return hash ^ (hash >> 32n);
}

function upTo3(bytes) {
  const length = bytes.length;
  const first = BigInt(bytes[0]);
  const middle = BigInt(bytes[length >> 1]);
  const last = BigInt(bytes[length - 1]);
  const combined = (first << 16n) | (middle << 24n) | last | (BigInt(length) << 8n);
  return avalanche64(combined ^ (u32(SECRET, 0) ^ u32(SECRET, 4)));
}

function upTo8(bytes) {
  const combined = u32(bytes, bytes.length - 4) | (u32(bytes, 0) << 32n);
  let hash = combined ^ (u64(SECRET, 8) ^ u64(SECRET, 16));
  hash ^= rotl(hash, 49n) ^ rotl(hash, 24n);
  hash = (hash * MX_2) & MASK;
  hash ^= (hash >> 35n) + BigInt(bytes.length);
  hash = (hash * MX_2) & MASK;
  return hash ^ (hash >> 28n);
}

function upTo16(bytes) {
  const low = u64(bytes, 0) ^ (u64(SECRET, 24) ^ u64(SECRET, 32));
  const high = u64(bytes, bytes.length - 8) ^ (u64(SECRET, 40) ^ u64(SECRET, 48));
  return avalanche((BigInt(bytes.length) + swap64(low) + high + fold(low, high)) & MASK);
}

function mix16(bytes, at, secretAt) {
  return fold(u64(bytes, at) ^ u64(SECRET, secretAt), u64(bytes, at + 8) ^ u64(SECRET, secretAt + 8));
}

function upTo128(bytes) {
  const length = bytes.length;
  let hash = BigInt(length) * P64_1;
  for (let i = (length - 1) >> 5; i >= 0; i--) {
    hash += mix16(bytes, 16 * i, 32 * i) + mix16(bytes, length - 16 * (i + 1), 32 * i + 16);
  }
  return avalanche(hash & MASK);
}

function upTo240(bytes) {
  const length = bytes.length;
  let hash = BigInt(length) * P64_1;
  for (let i = 0; i < 8; i++) {
    hash += mix16(bytes, 16 * i, 16 * i);
  }
  hash = avalanche(hash & MASK);
  for (let i = 8; i < length >> 4; i++) {
    hash += mix16(bytes, 16 * i, 16 * (i - 8) + 3);
  }
  hash += mix16(bytes, length - 16, 136 - 17);
  return avalanche(hash & MASK);
}

function accumulate(lanes, bytes, at, secretAt) {
  for (let lane = 0; lane < 8; lane++) {
    const value = u64(bytes, at + 8 * lane);
    const keyed = value ^ u64(SECRET, secretAt + 8 * lane);
    lanes[lane ^ 1] = (lanes[lane ^ 1] + value) & MASK;
    lanes[lane] = (lanes[lane] + (keyed & LOW) * (keyed >> 32n)) & MASK;
  }
}

function scramble(lanes) {
  for (let lane = 0; lane < 8; lane++) {
    const key = u64(SECRET, SECRET.length - STRIPE + 8 * lane);
    lanes[lane] = ((lanes[lane] ^ (lanes[lane] >> 47n) ^ key) * P32_1) & MASK;
  }
}

function long(bytes) {
  const length = bytes.length;
  const lanes = [P32_3, P64_1, P64_2, P64_3, P64_4, P32_2, P64_5, P32_1];
  const blocks = Math.floor((length - 1) / BLOCK);
  for (let block = 0; block < blocks; block++) {
    for (let stripe = 0; stripe < STRIPES_PER_BLOCK; stripe++) {
      accumulate(lanes, bytes, block * BLOCK + stripe * STRIPE, 8 * stripe);
    }
    scramble(lanes);
  }
  const stripes = Math.floor((length - 1 - blocks * BLOCK) / STRIPE);
  for (let stripe = 0; stripe < stripes; stripe++) {
    accumulate(lanes, bytes, blocks * BLOCK + stripe * STRIPE, 8 * stripe);
  }
  accumulate(lanes, bytes, length - STRIPE, SECRET.length - STRIPE - 7);
  let hash = (BigInt(length) * P64_1) & MASK;
  for (let pair = 0; pair < 4; pair++) {
    hash += fold(lanes[2 * pair] ^ u64(SECRET, 11 + 16 * pair), lanes[2 * pair + 1] ^ u64(SECRET, 19 + 16 * pair));
  }
  return avalanche(hash & MASK);
}

/**
 * Returns the XXH3-64 hash, seed 0, of a Buffer or Uint8Array as an unsigned BigInt.
 */
function xxh3(input) {
  const bytes = Buffer.isBuffer(input) ? input : Buffer.from(input.buffer, input.byteOffset, input.byteLength);
  const length = bytes.length;
  if (length === 0) return avalanche64(u64(SECRET, 56) ^ u64(SECRET, 64));
  if (length <= 3) return upTo3(bytes);
  if (length <= 8) return upTo8(bytes);
  if (length <= 16) return upTo16(bytes);
  if (length <= 128) return upTo128(bytes);
  if (length <= 240) return upTo240(bytes);
  return long(bytes);
}

module.exports = { xxh3 };
