import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { crc32, deflateRawSync, gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { inflateOnlyMember } from './only-member.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'flux-gzip-'));
});
afterAll(() => rm(folder, { recursive: true }));

const text = Buffer.from('what a browser reads '.repeat(100));

/** @returns the content, or null for anything else than one member */
async function read(bytes: Buffer): Promise<Buffer | null> {
  const path = join(folder, 'file');
  await writeFile(path, bytes);
  const pieces: Buffer[] = [];
  const alone = await inflateOnlyMember({ path, size: bytes.length }, (piece) => void pieces.push(piece));
  return alone ? Buffer.concat(pieces) : null;
}

interface Member {
  flags?: number;
  /** Between the fixed part of the header and the stream. */
  optional?: Buffer;
  content?: Buffer;
  checksum?: number;
  length?: number;
}

function member({ flags = 0, optional = Buffer.alloc(0), content = text, ...said }: Member = {}): Buffer {
  const trailer = Buffer.alloc(8);
  trailer.writeUInt32LE(said.checksum ?? crc32(content), 0);
  trailer.writeUInt32LE(said.length ?? content.length, 4);
  const fixed = Buffer.from([0x1f, 0x8b, 8, flags, 0, 0, 0, 0, 0, 3]);
  return Buffer.concat([fixed, optional, deflateRawSync(content), trailer]);
}

const extra = Buffer.from([4, 0, 0, 1, 2, 3]);
const name = Buffer.from('game.data\0');
const comment = Buffer.from('UnityWeb Compressed Content (gzip)\0');
function headerChecksum(flags: number, before: Buffer): Buffer {
  const bytes = Buffer.alloc(2);
  bytes.writeUInt16LE(
    crc32(Buffer.concat([Buffer.from([0x1f, 0x8b, 8, flags, 0, 0, 0, 0, 0, 3]), before])) & 0xffff,
  );
  return bytes;
}
const everything = Buffer.concat([extra, name, comment]);

describe('one member is read', () => {
  test.each<[string, Buffer]>([
    ['as zlib makes it', gzipSync(text)],
    ['with a name', member({ flags: 0x08, optional: name })],
    ['with a comment', member({ flags: 0x10, optional: comment })],
    ['with an extra field', member({ flags: 0x04, optional: extra })],
    ['that calls itself text', member({ flags: 0x01 })],
    [
      'with all that there is',
      member({ flags: 0x1f, optional: Buffer.concat([everything, headerChecksum(0x1f, everything)]) }),
    ],
  ])('%s', async (_, bytes) => {
    expect(gunzipSync(bytes).equals(text)).toBe(true);
    expect((await read(bytes))?.equals(text)).toBe(true);
  });

  test('without content', async () => {
    expect(await read(gzipSync(''))).toEqual(Buffer.alloc(0));
  });

  test('with several pieces', async () => {
    const long = Buffer.alloc(3_000_000, 'long ');
    expect((await read(gzipSync(long, { level: 0 })))?.equals(long)).toBe(true);
  });
});

describe('anything else than one member is rejected', () => {
  test.each<[string, Buffer]>([
    ['an empty member before the one with the content', Buffer.concat([gzipSync(''), gzipSync(text)])],
    ['an empty member after it', Buffer.concat([gzipSync(text), gzipSync('')])],
    ['the same content twice', Buffer.concat([gzipSync(text), gzipSync(text)])],
    ['bytes after it', Buffer.concat([gzipSync(text), Buffer.from('more')])],
    ['zeros after it', Buffer.concat([gzipSync(text), Buffer.alloc(8)])],
    ['its own trailer once more', Buffer.concat([member(), member().subarray(-8)])],
    ['another checksum', member({ checksum: 1 })],
    ['another length', member({ length: 1 })],
    ['a reserved flag', member({ flags: 0x20 })],
    ['a wrong checksum of the header', member({ flags: 0x02, optional: Buffer.from([1, 2]) })],
    ['a name without an end', member({ flags: 0x08, optional: Buffer.alloc(2_000, 'a') })],
    ['no gzip at all', text],
    ['a header alone', gzipSync(text).subarray(0, 12)],
    ['nothing', Buffer.alloc(0)],
  ])('%s', async (_, bytes) => {
    expect(await read(bytes)).toBeNull();
  });

  test('a truncated stream is an error', async () => {
    await expect(read(gzipSync(text).subarray(0, -20))).rejects.toMatchObject({ code: 'Z_BUF_ERROR' });
  });
});
