import { deflateRawSync } from 'node:zlib';
import { page, zip64Field } from '#fixtures/hostile/archive.ts';
import { makeZip, type ZipEntryOptions, type ZipOptions } from '#fixtures/zip.ts';
import type { Random } from '../random.ts';

const names: readonly (string | Buffer)[] = [
  'game.js',
  'Game.js',
  'a/b/c.bin',
  'a\\b\\d.bin',
  './e.js',
  'a/',
  'a',
  'ü.js',
  'u\u0308.js',
  '日本.txt',
  Buffer.from([0x81, 0x41, 0x2e, 0x6a, 0x73]),
  Buffer.from('plain.js'),
  '../up.js',
  '/root.js',
  'C:x.js',
  'nul\0.js',
  '.hidden/x',
  '__MACOSX/._a',
  'data.br',
  'data.gz',
  'inner.zip',
  'index.html/x',
  'con',
  '~',
  'a b;c&d.js',
  '-rf',
  '*',
  '[x].js',
];
const modes = [0o100644, 0o100755, 0o040755, 0o120777, 0o010644, 0o106755, 0];

/** Mutations of one entry. Most keep an archive valid. False metadata is written to one header or to both. */
const changes: readonly ((entry: ZipEntryOptions, random: Random) => Partial<ZipEntryOptions>)[] = [
  () => ({ method: 'store' }),
  () => ({ level: 9 }),
  () => ({ level: 0 }),
  () => ({ dataDescriptor: true }),
  () => ({ dataDescriptor: 'bare' }),
  () => ({ zip64: true }),
  () => ({ data: '' }),
  (_, random) => ({ data: random.bytes(random.below(3000)) }),
  (_, random) => ({ data: 'abc'.repeat(random.below(30_000)) }),
  (_, random) => ({ unixMode: random.pick(modes) }),
  (_, random) => ({ flags: 1 << random.below(16) }),
  (_, random) => ({ local: { extra: extraField(random) } }),
  (_, random) => ({ central: { extra: extraField(random) } }),
  (_, random) => ({ local: { flags: 1 << random.below(16) } }),
  (_, random) => ({ local: { size: random.below(99) } }),
  (_, random) => ({ central: { offset: random.below(2000) } }),
  (_, random) => {
    const method = random.below(100);
    return { local: { method }, central: { method } };
  },
  (entry, random) => ({ raw: Buffer.concat([deflateRawSync(entry.data), random.bytes(random.below(20))]) }),
  (_, random) => ({ local: { name: Buffer.from(random.pick(names)) } }),
  (_, random) => ({ zip64: true, local: { extra: zip64Field(BigInt(random.below(999)), 9n) } }),
];

const ends: readonly ((random: Random) => ZipOptions)[] = [
  () => ({ comment: 'made by hand' }),
  () => ({ zip64: true }),
  (random) => ({ comment: random.bytes(random.below(1500)) }),
  (random) => ({ prepend: random.bytes(random.below(30)) }),
  (random) => ({ append: random.bytes(random.below(30)) }),
  (random) => ({ end: { entries: random.below(5) } }),
  (random) => ({ end: { entriesOnDisk: random.below(5) } }),
  (random) => ({ end: { offset: random.below(3000) } }),
  (random) => ({ zip64: { entries: BigInt(random.below(5)) } }),
  (random) => ({ zip64: { offset: 1n << BigInt(random.below(64)) } }),
];

/** An archive of a page and a few files, some of them unusual and some with false metadata. */
export function archiveWithFalseMetadata(random: Random): Buffer {
  const entries: ZipEntryOptions[] = [random.below(5) === 0 ? change(page, random) : page];
  for (let count = random.below(5); count > 0; count -= 1) {
    const entry = { name: random.pick(names), data: `file ${count} `.repeat(random.below(40)) };
    entries.push(random.below(3) === 0 ? change(entry, random) : entry);
  }
  return makeZip(entries, random.below(4) === 0 ? random.pick(ends)(random) : {});
}

function change(entry: ZipEntryOptions, random: Random): ZipEntryOptions {
  return { ...entry, ...random.pick(changes)(entry, random) };
}

/** Extra fields that readers know (zip64, times, Unicode names, AES) or not, complete or truncated. */
function extraField(random: Random): Buffer {
  const body = random.bytes(random.below(40));
  const head = Buffer.alloc(4);
  head.writeUInt16LE(random.pick([1, 0x5455, 0x7075, 0x9901, 0x7875, 0x000a, 0xcafe]));
  head.writeUInt16LE(random.below(8) === 0 ? random.below(60) : body.length, 2);
  return Buffer.concat([head, body]);
}
