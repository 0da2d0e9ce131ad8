import type { Random } from '../random.ts';
import { archiveWithFalseMetadata } from './false-metadata.ts';

/** Signatures of zip records (PKWARE APPNOTE 6.3.10, 4.3). */
const signatures = ['PK\x03\x04', 'PK\x01\x02', 'PK\x05\x06', 'PK\x06\x06', 'PK\x06\x07', 'PK\x07\x08'];
/** Offsets and sizes of numbers in records, from the signature. */
const fields = [
  [4, 2],
  [6, 2],
  [8, 2],
  [10, 2],
  [12, 4],
  [14, 4],
  [16, 4],
  [18, 4],
  [20, 4],
  [22, 4],
  [24, 4],
  [26, 2],
  [28, 2],
  [30, 2],
  [32, 2],
  [34, 2],
  [38, 4],
  [42, 4],
  [24, 8],
  [32, 8],
  [40, 8],
  [48, 8],
] as const;
const interesting = [
  0n,
  1n,
  2n,
  8n,
  0x7fn,
  0x800n,
  0xfffen,
  0xffffn,
  2n ** 31n,
  0xfffffffen,
  0xffffffffn,
  2n ** 53n,
  2n ** 64n - 1n,
];

type Mutation = (archive: Buffer, random: Random, seeds: readonly Buffer[]) => Buffer;

const mutations: readonly Mutation[] = [
  flipBits,
  flipBits,
  setBytes,
  setField,
  setField,
  setField,
  shiftField,
  setFieldEverywhere,
  truncate,
  insert,
  removeBlock,
  repeatBlock,
  swapRecords,
  splice,
  append,
];

/** A valid archive or one with false metadata, then up to three random mutations. */
export function mutate(random: Random, seeds: readonly Buffer[]): Buffer {
  const lying = random.below(2) === 0;
  let archive = lying ? archiveWithFalseMetadata(random) : Buffer.from(random.pick(seeds));
  for (let count = lying ? random.below(2) : 1 + random.below(3); count > 0; count -= 1) {
    archive = Buffer.from(random.pick(mutations)(archive, random, seeds));
    if (archive.length === 0) break;
  }
  return archive;
}

function flipBits(archive: Buffer, random: Random): Buffer {
  const at = random.below(archive.length);
  archive.writeUInt8(archive.readUInt8(at) ^ (1 << random.below(8)), at);
  return archive;
}

function setBytes(archive: Buffer, random: Random): Buffer {
  const at = random.below(archive.length);
  random.bytes(1 + random.below(8)).copy(archive, at);
  return archive;
}

/** Offsets of all records. */
function recordsOf(archive: Buffer): number[] {
  const found: number[] = [];
  for (const signature of signatures) {
    for (let at = archive.indexOf(signature, 0, 'latin1'); at >= 0; ) {
      found.push(at);
      at = archive.indexOf(signature, at + 4, 'latin1');
    }
  }
  return found.sort((a, b) => a - b);
}

function randomField(archive: Buffer, random: Random): { at: number; length: number } | null {
  const records = recordsOf(archive);
  if (records.length === 0) return null;
  const [offset, length] = random.pick(fields);
  const at = random.pick(records) + offset;
  return at + length <= archive.length ? { at, length } : null;
}

function writeNumber(archive: Buffer, at: number, length: number, value: bigint): void {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64LE(BigInt.asUintN(64, value));
  bytes.copy(archive, at, 0, length);
}

function setField(archive: Buffer, random: Random): Buffer {
  const field = randomField(archive, random);
  if (field) writeNumber(archive, field.at, field.length, random.pick(interesting));
  return archive;
}

function shiftField(archive: Buffer, random: Random): Buffer {
  const field = randomField(archive, random);
  if (!field || field.length === 8) return archive;
  const value = archive.readUIntLE(field.at, field.length);
  writeNumber(archive, field.at, field.length, BigInt(value + random.below(17) - 8));
  return archive;
}

/** False metadata in all headers, so that it contradicts only the content. */
function setFieldEverywhere(archive: Buffer, random: Random): Buffer {
  const field = randomField(archive, random);
  if (!field) return archive;
  const told = Buffer.from(archive.subarray(field.at, field.at + field.length));
  if (told.every((byte) => byte === 0)) return archive;
  const lie = Buffer.from(told);
  lie.writeUInt8(lie.readUInt8(0) ^ (1 + random.below(255)), 0);
  for (let at = archive.indexOf(told); at >= 0; at = archive.indexOf(told, at + told.length))
    lie.copy(archive, at);
  return archive;
}

function truncate(archive: Buffer, random: Random): Buffer {
  return archive.subarray(0, random.below(archive.length));
}

function insert(archive: Buffer, random: Random): Buffer {
  const at = random.below(archive.length + 1);
  return Buffer.concat([archive.subarray(0, at), random.bytes(1 + random.below(30)), archive.subarray(at)]);
}

function block(archive: Buffer, random: Random): [number, number] {
  const start = random.below(archive.length);
  return [start, Math.min(archive.length, start + 1 + random.below(100))];
}

function removeBlock(archive: Buffer, random: Random): Buffer {
  const [start, end] = block(archive, random);
  return Buffer.concat([archive.subarray(0, start), archive.subarray(end)]);
}

function repeatBlock(archive: Buffer, random: Random): Buffer {
  const [start, end] = block(archive, random);
  return Buffer.concat([archive.subarray(0, end), archive.subarray(start)]);
}

/** Swaps two records, each with its bytes up to the next record. */
function swapRecords(archive: Buffer, random: Random): Buffer {
  const records = [...recordsOf(archive), archive.length];
  if (records.length < 4) return archive;
  const first = random.below(records.length - 2);
  const piece = (at: number) => archive.subarray(records[at] ?? 0, records[at + 1] ?? 0);
  return Buffer.concat([
    archive.subarray(0, records[first]),
    piece(first + 1),
    piece(first),
    archive.subarray(records[first + 2] ?? archive.length),
  ]);
}

function splice(archive: Buffer, random: Random, seeds: readonly Buffer[]): Buffer {
  const other = random.pick(seeds);
  return Buffer.concat([
    archive.subarray(0, random.below(archive.length)),
    other.subarray(random.below(other.length)),
  ]);
}

function append(archive: Buffer, random: Random, seeds: readonly Buffer[]): Buffer {
  const other = random.pick(seeds);
  return random.below(2) === 0 ? Buffer.concat([archive, other]) : Buffer.concat([other, archive]);
}
