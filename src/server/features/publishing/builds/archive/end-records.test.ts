import { describe, expect, test } from 'vitest';
import { makeZip, type ZipOptions } from '#fixtures/zip.ts';
import { BuildRefusedError } from '../tree.ts';
import { readEndRecords } from './end-records.ts';

const entries = [{ name: 'index.html', data: '<!doctype html>' }];
const over2To53 = 2n ** 53n + 2n;

async function read(zip: Buffer): ReturnType<typeof readEndRecords> {
  const source = {
    size: zip.length,
    read: async (position: number, length: number): Promise<Buffer> => {
      if (position < 0 || position + length > zip.length) throw new RangeError('Read outside the file.');
      return zip.subarray(position, position + length);
    },
  };
  return readEndRecords(source, { maxEntries: 10_000 });
}

async function refusal(zip: Buffer): Promise<string> {
  const error: unknown = await read(zip).catch((thrown: unknown) => thrown);
  if (!(error instanceof BuildRefusedError)) throw new Error(`Not refused but ${String(error)}.`);
  return [error.message, ...error.details].join('\n');
}

describe('accepted', () => {
  test.each<[string, ZipOptions]>([
    ['an ordinary zip', {}],
    ['a comment', { comment: 'made by hand' }],
    ['a comment of 1 KiB', { comment: 'x'.repeat(1024) }],
    ['a small zip64', { zip64: true }],
    ['zip64 records that only repeat the ordinary ones', { zip64: true, end: { entries: 1 } }],
  ])('%s', async (_, options) => {
    expect(await read(makeZip(entries, options))).toMatchObject({ entryCount: 1 });
  });
});

describe('refused', () => {
  const whole = makeZip(entries);
  test.each<[string, Buffer, string]>([
    ['a file that was cut off', whole.subarray(0, -1), 'cut off'],
    ['a file without an end record', whole.subarray(0, 40), 'cut off'],
    ['a file of one byte', Buffer.from('P'), 'cut off'],
    ['no file at all', Buffer.alloc(0), 'cut off'],
    ['bytes after the end', makeZip(entries, { append: Buffer.from('x') }), 'extra bytes after'],
    ['a comment over 1 KiB', makeZip(entries, { comment: 'x'.repeat(1025) }), 'cut off'],
    [
      'a second end record after the first',
      makeZip(entries, { append: whole.subarray(-22) }),
      'list of files is not where',
    ],
    [
      'two end records that both reach the end',
      makeZip(entries, { comment: whole.subarray(-22) }),
      'two end',
    ],
    [
      'an end record inside the comment',
      makeZip(entries, { comment: Buffer.from('..PK\x05\x06'.padEnd(40, '.')) }),
      'another end record',
    ],
    [
      'bytes before the beginning',
      makeZip(entries, { prepend: Buffer.from('GIF89a') }),
      'extra bytes before',
    ],
    [
      'a directory beyond the end',
      makeZip(entries, { end: { offset: 0xfffffff0 } }),
      'list of files is not where',
    ],
    ['a directory of another size', makeZip(entries, { end: { size: 1 } }), 'list of files is not where'],
    [
      'more entries than the directory can hold',
      makeZip(entries, { end: { entries: 9_999 } }),
      'shorter than',
    ],
    ['more files than allowed', makeZip(entries, { end: { entries: 10_001 } }), 'too many files: 10,001'],
    ['no files', makeZip([]), 'empty'],
    ['a part of a split zip', makeZip(entries, { end: { disk: 1 } }), 'split'],
    ['entries on another disk', makeZip(entries, { end: { entriesOnDisk: 0 } }), 'split'],
    ['a zip64 offset above 2^53', makeZip(entries, { zip64: { offset: over2To53 } }), 'outside the file'],
    ['a zip64 size above 2^53', makeZip(entries, { zip64: { size: over2To53 } }), 'outside the file'],
    [
      'a zip64 offset of 2^64 - 1',
      makeZip(entries, { zip64: { offset: 2n ** 64n - 1n } }),
      'outside the file',
    ],
    ['a zip64 count above 2^53', makeZip(entries, { zip64: { entries: over2To53 } }), 'outside the file'],
    [
      'a zip64 record above 2^53',
      makeZip(entries, { zip64: { locatorOffset: over2To53 } }),
      'outside the file',
    ],
    ['a zip64 record elsewhere', makeZip(entries, { zip64: { locatorOffset: 0n } }), 'zip64 end record'],
    [
      'zip64 and ordinary records that differ',
      makeZip(entries, { zip64: true, end: { entries: 2 } }),
      'contradict',
    ],
    [
      'zip64 offsets and ordinary ones that differ',
      makeZip(entries, { zip64: true, end: { offset: 7 } }),
      'contradict',
    ],
  ])('%s', async (_, zip, reason) => {
    expect(await refusal(zip)).toContain(reason);
  });
});

test('every mutant of a zip is refused or read, and no read is outside the file', async () => {
  for (const whole of [makeZip(entries), makeZip(entries, { zip64: true })]) {
    for (let at = whole.length - 120; at < whole.length; at += 1) {
      for (const value of [0, 1, 0x7f, 0xff]) {
        const mutant = Buffer.from(whole);
        mutant[at] = value;
        await read(mutant).catch((error: unknown) => expect(error).toBeInstanceOf(BuildRefusedError));
      }
    }
  }
});
