import { brotliCompressSync, crc32, deflateRawSync, gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { makeZip, type ZipEntryOptions } from '#fixtures/zip.ts';
import { BuildRefusedError } from '../tree.ts';
import type { IngestLimits } from './limits.ts';
import { readBuffer, refusalOf } from './testing.ts';

const page: ZipEntryOptions = { name: 'index.html', data: '<!doctype html>'.repeat(20) };
const zip64Field = (...values: bigint[]): Buffer => {
  const field = Buffer.alloc(4 + values.length * 8);
  field.writeUInt16LE(1);
  field.writeUInt16LE(values.length * 8, 2);
  for (const [at, value] of values.entries()) field.writeBigUInt64LE(value, 4 + at * 8);
  return field;
};
/** Of the byte 0x81: ü, as in CP437 (APPNOTE 4.6.9). */
const unicodePath = Buffer.concat([
  Buffer.from([0x75, 0x70, 7, 0, 1]),
  Buffer.from(new Uint32Array([crc32(Buffer.from([0x81]))]).buffer),
  Buffer.from('ü'),
]);
const overlapping = (): Buffer => {
  const kernel = { ...page, name: 'b' };
  return makeZip([kernel, { ...kernel, central: { offset: 0 } }].map((entry) => ({ ...entry })));
};

describe('a zip is refused with', () => {
  test.each<[string, ZipEntryOptions, string]>([
    ['a path out of its folder', { name: '../evil', data: 'x' }, 'unsafe file name'],
    [
      'a path out of its folder, with backslashes',
      { name: 'a\\..\\..\\evil', data: 'x' },
      'unsafe file name',
    ],
    ['an absolute path', { name: '/etc/passwd', data: 'x' }, 'unsafe file name'],
    ['a drive letter', { name: 'C:/x', data: 'x' }, 'unsafe file name'],
    ['an unsafe folder', { name: '../', data: '' }, 'unsafe file name'],
    ['an unsafe name that looks like junk', { name: '.git/../../x', data: 'x' }, 'unsafe file name'],
    ['a symbolic link', { name: 'a', data: '/etc/passwd', unixMode: 0o120777 }, 'symbolic link'],
    ['a pipe', { name: 'a', data: '', unixMode: 0o010644 }, 'special file'],
    ['a device', { name: 'a', data: '', unixMode: 0o060644 }, 'special file'],
    ['a socket', { name: 'a', data: '', unixMode: 0o140644 }, 'special file'],
    ['a link among the junk', { name: '.git/x', data: '/etc', unixMode: 0o120777 }, 'symbolic link'],
    ['an encrypted file', { name: 'a', data: 'x', flags: 1 }, 'password'],
    ['a strongly encrypted file', { name: 'a', data: 'x', flags: 0x41 }, 'password'],
    [
      'a file encrypted as WinZip does',
      { name: 'a', data: 'x', local: { method: 99 }, central: { method: 99 } },
      'password',
    ],
    ['LZMA', { name: 'a', data: 'x', local: { method: 14 }, central: { method: 14 } }, 'method 14'],
    ['Deflate64', { name: 'a', data: 'x', local: { method: 9 }, central: { method: 9 } }, 'method 9'],
    ['a folder with content', { name: 'a/', data: 'x' }, 'content of its own'],
    ['a file twice', { ...page }, 'a file twice'],
    ['a file twice, once with a backslash', { name: '.\\index.html', data: 'x' }, 'a file twice'],
    ['a file and a folder of one name', { name: 'index.html/a', data: 'x' }, 'a file and a folder'],
    ['two names for one entry', { name: 'a', data: 'x', local: { name: Buffer.from('b') } }, 'two names'],
    [
      'a name that the local header alone says in Unicode',
      { name: Buffer.from([0x81]), data: 'x', local: { extra: unicodePath } },
      'two names',
    ],
    ['two kinds of compression', { name: 'a', data: 'x', local: { method: 0 } }, 'two kinds of compression'],
    ['two checksums', { name: 'a', data: 'x', local: { crc32: 1 } }, 'two checksums'],
    ['two sizes', { name: 'a', data: 'xyz', local: { size: 2 } }, 'two sizes'],
    ['two compressed sizes', { name: 'a', data: 'xyz', local: { compressedSize: 2 } }, 'two sizes'],
    ['two sets of flags', { name: 'a', data: 'x', local: { flags: 8 } }, 'two sets of flags'],
    [
      'zip64 sizes that differ',
      { name: 'a', data: 'x', zip64: true, local: { extra: zip64Field(9n, 3n) } },
      'two sizes',
    ],
    [
      'a zip64 size that is missing',
      { name: 'a', data: 'x', zip64: true, local: { extra: Buffer.alloc(0) } },
      'two sizes',
    ],
    [
      'two zip64 fields',
      { name: 'a', data: 'x', central: { extra: Buffer.concat([zip64Field(1n), zip64Field(2n)]) } },
      'two sizes',
    ],
    ['a data descriptor that is missing', { name: 'a', data: 'x', flags: 8 }, 'two sizes'],
    ['a wrong checksum', { name: 'a', data: 'x', local: { crc32: 1 }, central: { crc32: 1 } }, 'checksum'],
    [
      'more than it says',
      { name: 'a', data: 'xyz', local: { size: 2 }, central: { size: 2 } },
      'longer than the zip says',
    ],
    [
      'less than it says',
      { name: 'a', data: 'xyz', local: { size: 9 }, central: { size: 9 } },
      'not as long',
    ],
    [
      'a stream that ends early',
      { name: 'a', data: page.data, raw: deflateRawSync(page.data).subarray(0, -4) },
      'cannot be decompressed',
    ],
    [
      'a stream followed by more',
      { name: 'a', data: 'x', raw: Buffer.concat([deflateRawSync('x'), Buffer.from('more')]) },
      'extra bytes',
    ],
    [
      'a stream that is none',
      { name: 'a', data: 'x', raw: Buffer.from([0xff, 0xff]) },
      'cannot be decompressed',
    ],
    ['no stream', { name: 'a', data: 'x', raw: Buffer.alloc(0) }, 'cannot be decompressed'],
    ['an entry beyond the end', { name: 'a', data: 'x', central: { offset: 0xffff } }, 'outside the file'],
    [
      'an entry above 2^53',
      { name: 'a', data: 'x', zip64: true, central: { extra: zip64Field(1n, 3n, 2n ** 60n) } },
      'outside the file',
    ],
    [
      'data beyond the end',
      { name: 'a', data: 'x', local: { compressedSize: 5000 }, central: { compressedSize: 5000 } },
      'damaged',
    ],
    [
      'a stored file of two sizes',
      { name: 'a', data: 'xyz', method: 'store', central: { size: 1 } },
      'damaged',
    ],
    [
      'a name that claims to be UTF-8',
      { name: Buffer.from([0xff]), data: 'x', flags: 0x800 },
      'cannot be read',
    ],
  ])('%s', async (_, entry, reason) => {
    expect(await refusalOf(makeZip([page, entry]))).toContain(reason);
  });

  test('overlapping files', async () => {
    expect(await refusalOf(overlapping())).toMatch(/overlap|two names|twice/);
    const shared = { ...page, name: 'index.html', central: { offset: 0, name: Buffer.from('index.html') } };
    const twin = makeZip([page, { ...shared }]);
    expect(await refusalOf(twin)).toContain('overlap');
  });

  test('names that are equal after Unicode normalisation', async () => {
    const zip = makeZip([
      { name: 'ü', data: '1' },
      { name: 'u\u0308', data: '2' },
    ]);
    expect(await refusalOf(zip)).toContain('a file twice');
  });

  test('an entry that the end record does not count', async () => {
    const zip = makeZip([page, { name: 'b', data: 'x' }], { end: { entries: 1 } });
    expect(await refusalOf(zip)).toContain('does not end where');
  });

  test('only junk', async () => {
    expect(await refusalOf(makeZip([{ name: '__MACOSX/a', data: 'x' }]))).toContain('no files of a build');
    expect(await refusalOf(makeZip([{ name: 'a/', data: '' }]))).toContain('no files of a build');
  });
});

describe('a bomb is refused', () => {
  const zeros = Buffer.alloc(12 * 1024 ** 2);
  const limits: Partial<IngestLimits> = { ratioFreeBytes: 1024 ** 2 };
  const lie = { size: 100 };

  test.each<[string, ZipEntryOptions, Partial<IngestLimits>, string]>([
    ['that says so', { name: 'a', data: zeros }, limits, 'suspiciously'],
    [
      'that lies about its size',
      { name: 'a', data: zeros, local: lie, central: lie },
      limits,
      'longer than the zip says',
    ],
    ["inside Unity's gzip", { name: 'Build/a.data.gz', data: gzipSync(zeros) }, limits, 'suspiciously'],
    [
      "inside Unity's brotli",
      { name: 'Build/a.data.br', data: brotliCompressSync(zeros) },
      limits,
      'suspiciously',
    ],
    ['by one large file', { name: 'a', data: zeros }, { maxFileBytes: 1024 ** 2 }, 'larger than 1.00 MB'],
    [
      'by all files together',
      { name: 'a', data: zeros },
      { maxTotalBytes: 1024 ** 2, maxRatio: 1e9 },
      'larger than 1.00 MB',
    ],
    ['inside a zip', { name: 'a.zip', data: makeZip([{ name: 'a', data: zeros }]) }, limits, 'suspiciously'],
    ['by time', { name: 'b', data: zeros }, { maxSeconds: 0, maxRatio: 1e9 }, 'took too long'],
    ['by computing', { name: 'b', data: zeros }, { maxCpuSeconds: 0, maxRatio: 1e9 }, 'took too long'],
  ])('%s', async (_, entry, over, reason) => {
    const zip = entry.name === 'a.zip' ? makeZip([entry]) : makeZip([page, entry]);
    expect(await refusalOf(zip, { limits: over })).toContain(reason);
  });

  test('decompressed bytes of the archive and of Unity parts are added', async () => {
    const parts = Array.from({ length: 4 }, (_, at) => ({
      name: `Build/${at}.data.gz`,
      data: gzipSync(Buffer.alloc(600_000, at)),
    }));
    const refusal = await refusalOf(makeZip(parts), { limits: { maxTotalBytes: 2_000_000 } });
    expect(refusal).toContain('Decompressed, this build is larger');
  });

  test('a small file with a high compression ratio is no bomb', async () => {
    const { tree } = await readBuffer(makeZip([page, { name: 'a', data: Buffer.alloc(5 * 1024 ** 2) }]));
    expect(tree.files).toHaveLength(2);
  });
});

test('every mutant of a zip is refused or gives exactly the original files', async () => {
  const whole = makeZip([
    { name: 'a', data: 'first', method: 'store' },
    { name: 'b', data: 'second '.repeat(9), dataDescriptor: true },
  ]);
  const { contents: expected } = await readBuffer(whole);
  let accepted = 0;
  for (let at = 0; at < whole.length; at += 1) {
    const mutant = Buffer.from(whole);
    mutant[at] = (whole[at] ?? 0) ^ (1 << (at % 8));
    try {
      const { contents } = await readBuffer(mutant);
      expect([...contents.values()]).toEqual([...expected.values()]);
      accepted += 1;
    } catch (error) {
      expect(error).toBeInstanceOf(BuildRefusedError);
    }
  }
  // Times, versions and attributes may change; content may not.
  expect(accepted).toBeGreaterThan(0);
  expect(accepted).toBeLessThan(whole.length / 2);
});
