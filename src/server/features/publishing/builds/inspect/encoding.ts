import type { StoredEncoding } from '../tree.ts';
import { folderOf, partNameOf } from './unity/part-names.ts';

/** The number of first bytes that `storedEncodingOf` needs. */
export const headBytes = 1024;

const brotliMarker = Buffer.concat([
  Buffer.from([0x6b, 0x8d, 0x00]),
  Buffer.from('UnityWeb Compressed Content (brotli)', 'latin1'),
]);
const gzipComment = 'UnityWeb Compressed Content (gzip)';

/**
 * The stored compression of a file, by its bytes: Unity's markers count everywhere, an unmarked compression only with
 * the name of a Unity part beside other parts. A creator's own `.gz` or `.br` stays identity, because the game's code
 * reads it raw.
 * @param head the first `headBytes` bytes, or all of a shorter file
 * @param buildFolders of the whole upload, from `buildFoldersOf`
 */
export function storedEncodingOf(
  path: string,
  head: Buffer,
  buildFolders: ReadonlySet<string>,
): StoredEncoding {
  if (head.subarray(0, brotliMarker.length).equals(brotliMarker)) return 'br';
  if (gzipCommentOf(head) === gzipComment) return 'gzip';
  const part = partNameOf(path);
  if (!part || !buildFolders.has(folderOf(path))) return 'identity';
  if (isGzip(head)) return 'gzip';
  return part.suffix === '.br' && head.length > 0 && !isPlainPart(head) ? 'br' : 'identity';
}

function isGzip(head: Buffer): boolean {
  return head[0] === 0x1f && head[1] === 0x8b && head[2] === 8;
}

/** The comment of a gzip header (RFC 1952, 2.3), or null if it is not within the bytes. */
function gzipCommentOf(head: Buffer): string | null {
  const flags = head[3] ?? 0;
  if (!isGzip(head) || (flags & 0x10) === 0) return null;
  let at = 10;
  if ((flags & 0x04) !== 0) {
    if (head.length < at + 2) return null;
    at += 2 + head.readUInt16LE(at);
  }
  if ((flags & 0x08) !== 0) {
    const nameEnd = head.indexOf(0, at);
    if (nameEnd < 0) return null;
    at = nameEnd + 1;
  }
  const end = head.indexOf(0, at);
  return end < 0 ? null : head.toString('latin1', at, end);
}

/**
 * Whether a file named `.br` is uncompressed, such as after a tool decompressed it. Unmarked Brotli has no magic
 * number, so uncompressed parts are recognised instead.
 */
function isPlainPart(head: Buffer): boolean {
  if (head.subarray(0, 4).equals(Buffer.from('\0asm', 'latin1'))) return true;
  if (head.subarray(0, 12).equals(Buffer.from('UnityWebData', 'latin1'))) return true;
  if (head.length < 16 || !head.every((byte) => byte >= 0x20 || (byte >= 0x09 && byte <= 0x0d))) return false;
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(head, { stream: true });
    return true;
  } catch {
    return false;
  }
}
