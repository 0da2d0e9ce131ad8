import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeZip, type ZipEntryOptions } from '#fixtures/zip.ts';
import { BuildRefusedError } from '../tree.ts';
import { readBuffer } from './testing.ts';

/** Compares entry names by Unicode field with common unzip programs. */

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'flux-unicode-names-'));
});
afterAll(() => rm(folder, { recursive: true }));

const raw = Buffer.from('__.png');
const name = '日本.png';

interface Field {
  version?: number;
  /** The name in the header by default. */
  checksum?: number;
  name?: string;
}

/** Info-ZIP Unicode Path Extra Field (APPNOTE 4.6.9). */
function field({ version = 1, checksum = crc32(raw), name: written = name }: Field = {}): Buffer {
  const text = Buffer.from(written);
  const bytes = Buffer.alloc(9);
  bytes.writeUInt16LE(0x7075);
  bytes.writeUInt16LE(5 + text.length, 2);
  bytes.writeUInt8(version, 4);
  bytes.writeUInt32LE(checksum, 5);
  return Buffer.concat([bytes, text]);
}

const both = (extra: Buffer): Partial<ZipEntryOptions> => ({ local: { extra }, central: { extra } });

/**
 * Extracts with a real program.
 * @returns the names of the files, none if it refuses
 */
async function extracted(program: 'bsdtar' | 'unzip', zip: Buffer): Promise<string[]> {
  const into = await mkdtemp(join(folder, 'x-'));
  const path = `${into}.zip`;
  await writeFile(path, zip);
  await mkdir(join(into, 'out'));
  const out = join(into, 'out');
  const given = program === 'unzip' ? ['-qq', '-o', path, '-d', out] : ['-x', '-f', path, '-C', out];
  const env = { PATH: process.env.PATH, LC_ALL: 'C.UTF-8' };
  await new Promise<void>((resolve) => execFile(program, given, { env }, () => resolve()));
  return (await readdir(out, { recursive: true })).map((found) => found.normalize('NFC')).sort();
}

async function readByFlux(zip: Buffer): Promise<string[] | string> {
  try {
    return [...(await readBuffer(zip)).contents.keys()].sort();
  } catch (error) {
    if (!(error instanceof BuildRefusedError)) throw error;
    return [error.message, ...error.details].join(' ');
  }
}

test.each<[string, Partial<ZipEntryOptions>, string]>([
  ['written by 7-Zip for a name that the header cannot hold', both(field()), name],
  ['made for another name', both(field({ checksum: 1 })), '__.png'],
  ['that says the same', both(field({ name: '__.png' })), '__.png'],
  ['followed by zeros that align the data', both(Buffer.concat([field(), Buffer.alloc(3)])), name],
])('a field %s gives the name that other readers use', async (_, fields, expected) => {
  const zip = makeZip([{ name: raw, data: 'x', ...fields }]);
  expect(await readByFlux(zip)).toEqual([expected]);
  for (const program of ['bsdtar', 'unzip'] as const)
    expect(await extracted(program, zip)).toEqual([expected]);
});

test.each<[string, Partial<ZipEntryOptions>]>([
  ['of version 2', both(field({ version: 2 }))],
  ['twice', both(Buffer.concat([field(), field({ name: 'evil.js' })]))],
  ['with a header that is marked as UTF-8', { flags: 0x800, ...both(field()) }],
  ['in the local header alone', { local: { extra: field() } }],
  ['in the directory alone', { central: { extra: field() } }],
  ['that is cut', both(field().subarray(0, -3))],
  ['without a name', both(field({ name: '' }))],
])('a field %s is refused: bsdtar and unzip disagree about it', async (_, fields) => {
  const zip = makeZip([{ name: raw, data: 'x', ...fields }]);
  expect(await readByFlux(zip)).toMatch(/two names|do not fit their place|damaged/);
  expect(await extracted('bsdtar', zip)).not.toEqual(await extracted('unzip', zip));
});

test.each<[string, Partial<ZipEntryOptions>, RegExp]>([
  ['a field of version 0', both(field({ version: 0 })), /two names/],
  ['a field that names another plain file', both(field({ name: 'evil.js' })), /two names/],
  [
    'a name that is no text',
    both(
      Buffer.concat([
        field({ name: '' }).subarray(0, 2),
        Buffer.from([7, 0]),
        field().subarray(4, 9),
        Buffer.from([0xff, 0xfe]),
      ]),
    ),
    /cannot be read/,
  ],
  ['what is no field behind the last one', both(Buffer.from([1, 2, 3])), /do not fit their place/],
  ['the mark of a patch', { flags: 0x20 }, /patch/],
])('%s is refused', async (_, fields, reason) => {
  expect(await readByFlux(makeZip([{ name: raw, data: 'x', ...fields }]))).toMatch(reason);
});

test('redundant dots and slashes resolve as in other readers', async () => {
  const zip = makeZip([
    { name: 'a/./b.png', data: 'b' },
    { name: 'a//c.png', data: 'c' },
  ]);
  expect(await readByFlux(zip)).toEqual(['a/b.png', 'a/c.png']);
  for (const program of ['bsdtar', 'unzip'] as const)
    expect(await extracted(program, zip)).toEqual(['a', 'a/b.png', 'a/c.png']);
});
