import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { fromBufferPromise } from 'yauzl';
import { generations } from '#fixtures/generations.ts';
import { makeZip, type ZipEntryOptions, type ZipOptions } from '#fixtures/zip.ts';
import { changesHeadBytes, changesListSchema } from '#shared/versions/changes.ts';
import type { PickedFolder } from '../picked-files.ts';
import { buildPartialUpload, buildZip } from './build-body.ts';
import { fingerprintOfFolder } from './fingerprint.ts';
import { listFiles } from './list-files.ts';
import { packFiles } from './pack-files.ts';

/** Made by another library than Flux. */
async function unzip(bytes: Buffer): Promise<Map<string, Buffer>> {
  const files = new Map<string, Buffer>();
  const zip = await fromBufferPromise(bytes);
  for await (const entry of zip.eachEntry())
    files.set(entry.fileName, await buffer(await zip.openReadStreamPromise(entry)));
  return files;
}

const nothing = () => {};
const sha256 = (bytes: Buffer | string) => createHash('sha256').update(bytes).digest('hex');
const fileOf = (bytes: Buffer, name = 'game.zip') => new File([new Uint8Array(bytes)], name);
const bytesOf = async (parts: BlobPart[]) => Buffer.from(await new Blob(parts).arrayBuffer());

const text = '<!doctype html><title>Hello</title>'.repeat(20);
const noise = Buffer.from(
  Array.from({ length: 70_000 }, (_, at) => Math.imul(at, at * 31 + (at >> 5)) >>> 7),
);
const entries: ZipEntryOptions[] = [
  { name: 'Build/', data: '' },
  { name: 'index.html', data: text },
  { name: 'Build/ü.data', data: noise, method: 'store' },
];

function folderWith(files: Record<string, Buffer | string>): PickedFolder {
  const all = Object.entries(files).map(([path, data]) => ({
    path,
    file: new File([new Uint8Array(Buffer.from(data))], path.split('/').at(-1) ?? '', { lastModified: 1e12 }),
  }));
  return { name: 'game.zip', size: 0, type: 'application/zip', files: all };
}

test.each([
  ['as usual', {}, {}],
  ['with sizes after the data', { dataDescriptor: true }, {}],
] satisfies [string, Partial<ZipEntryOptions>, ZipOptions][])(
  'the files of a zip are named by their content: %s',
  async (_name, entry, options) => {
    const zip = makeZip(
      entries.map((each) => ({ ...each, ...entry })),
      options,
    );
    const listed = await listFiles(fileOf(zip), nothing);
    expect(listed?.map((file) => [file.path, file.sha256, file.size])).toEqual([
      ['index.html', sha256(text), text.length],
      ['Build/ü.data', sha256(noise), noise.length],
    ]);
  },
);

test.each(Object.keys(generations) as (keyof typeof generations)[])(
  'every file of a build is listed and can be sent separately: %s',
  async (name) => {
    const build = await generations[name]();
    const zip = fileOf(makeZip(build));
    const listed = (await listFiles(zip, nothing)) ?? [];
    expect(listed.map(({ path }) => path)).toEqual(build.map((entry) => entry.name));
    const packed = await packFiles(zip, listed, [...listed.keys()], nothing);
    const framed = listed.flatMap((file, index) => (packed[index] ? [{ file, packed: packed[index] }] : []));
    const again = await unzip(await bytesOf(buildZip(framed)));
    expect(again).toEqual(new Map(build.map((entry) => [entry.name, Buffer.from(entry.data)])));
  },
);

test('gzip files with equal content are equal, whatever their modification time', async () => {
  const made = (time: number) => {
    const bytes = gzipSync(noise);
    bytes.writeUInt32LE(time, 4);
    return { name: `${time}.gz`, data: bytes };
  };
  const listed = await listFiles(fileOf(makeZip([made(0), made(7), made(1_800_000_000)])), nothing);
  expect(listed?.map(({ gzipTime }) => gzipTime)).toEqual([0, 7, 1_800_000_000]);
  expect(new Set(listed?.map((file) => file.sha256))).toEqual(new Set([sha256(made(0).data)]));
});

const unusual: [string, ZipEntryOptions[], ZipOptions][] = [
  ['no zip', [], { prepend: Buffer.from('hello') }],
  ['bytes before it', entries, { prepend: Buffer.from('MZ') }],
  ['bytes after it', entries, { append: Buffer.from('x') }],
  ['a comment', entries, { comment: 'made by hand' }],
  ['zip64', entries, { zip64: true }],
  ['sizes in zip64', [{ name: 'a.html', data: text, zip64: true }], {}],
  ['encryption', [{ name: 'a.html', data: text, flags: 1 }], {}],
  [
    'another compression',
    [{ name: 'a.html', data: text, local: { method: 12 }, central: { method: 12 } }],
    {},
  ],
  ['a name in another encoding', [{ name: Buffer.from([0x82, 0xa0, 0x82, 0xa2]), data: text }], {}],
  ['two names for one file', [{ name: 'a.html', data: text, local: { name: Buffer.from('b.html') } }], {}],
  ['one name twice', [...entries, { name: 'index.html', data: 'again' }], {}],
  ['a link', [{ name: 'a.html', data: 'b', unixMode: 0o120777 }], {}],
  ['a file that lies outside', [{ name: 'a.html', data: text, central: { offset: 4_000_000 } }], {}],
  ['a wrong count', entries, { end: { entries: 2, entriesOnDisk: 2 } }],
];

test.each(unusual)('an unusual zip is sent completely: %s', async (_name, files, options) => {
  expect(await listFiles(fileOf(makeZip(files, options)), nothing)).toBeNull();
});

test.each([
  ['less than it says', { size: text.length - 1 }],
  ['more than it says', { size: text.length + 1 }],
  ['another checksum', { crc32: 1 }],
])('a damaged file stops the reading: %s', async (_name, lie) => {
  const zip = makeZip([{ name: 'a.html', data: text, local: lie, central: lie }]);
  await expect(listFiles(fileOf(zip), nothing)).rejects.toThrow(/a\.html/);
});

test('a folder becomes a reproducible zip of its files, compressed where useful', async () => {
  const files = { 'Build/ü.data': noise, 'index.html': text, 'empty.txt': '' };
  const make = async () => {
    const folder = folderWith(files);
    const listed = (await listFiles(folder, nothing)) ?? [];
    const packed = await packFiles(folder, listed, [...listed.keys()], nothing);
    return bytesOf(
      buildZip(listed.flatMap((file, index) => (packed[index] ? [{ file, packed: packed[index] }] : []))),
    );
  };
  const zip = await make();
  expect(await unzip(zip)).toEqual(
    new Map(Object.entries(files).map(([path, data]) => [path, Buffer.from(data)])),
  );
  expect(zip.length).toBeLessThan(noise.length + 700);
  expect(await make()).toEqual(zip);
});

test('a folder with recreated gzip files is different, and an unchanged folder is equal', async () => {
  const exported = async (time: number) => {
    const bytes = gzipSync(noise);
    bytes.writeUInt32LE(time, 4);
    const folder = folderWith({ 'Build/game.data.gz': bytes, 'index.html': text });
    return (await listFiles(folder, nothing)) ?? [];
  };
  const [first, again, later] = [await exported(7), await exported(7), await exported(8)];
  // Files known from one are known from the other.
  expect(later.map((file) => file.sha256)).toEqual(first.map((file) => file.sha256));
  expect(fingerprintOfFolder(again)).toBe(fingerprintOfFolder(first));
  expect(fingerprintOfFolder(later)).not.toBe(fingerprintOfFolder(first));
});

test('an upload of changes contains the list and the sent bytes, and nothing else', async () => {
  const zip = fileOf(makeZip(entries));
  const listed = (await listFiles(zip, nothing)) ?? [];
  const [page] = await packFiles(zip, listed, [0], nothing);
  const { parts, list } = buildPartialUpload(
    listed.map((file, index) => ({ file, packed: index === 0 && page ? page : null })),
  );
  const { files } = changesListSchema.parse(JSON.parse(list));
  expect(files).toMatchObject([
    { path: 'index.html', size: text.length, packedSize: page?.bytes.size },
    { path: 'Build/ü.data', sha256: sha256(noise), gzipTime: null },
  ]);
  const bytes = await bytesOf(parts);
  expect(bytes.length).toBe(changesHeadBytes + Buffer.byteLength(list) + (page?.bytes.size ?? 0));
});
