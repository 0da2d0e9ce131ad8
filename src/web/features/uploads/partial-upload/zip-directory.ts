import { type ZipMethod, zipMethods } from '#shared/files/zip-headers.ts';
import { maxBuildFiles } from '#shared/versions/build-file.ts';

/** An ordinary file of an ordinary zip. */
export interface ZipDirectoryEntry {
  path: string;
  time: number;
  crc32: number;
  size: number;
  method: ZipMethod;
  packedSize: number;
  /** Offset of its compressed bytes. */
  start: number;
}

const endBytes = 22;
const entryBytes = 46;
const localBytes = 30;
/** A generous limit for the names of this many files. */
const maxDirectoryBytes = 16 * 1_048_576;
/** Compression hints, a data descriptor, UTF-8 names. */
const harmlessFlags = 0x2 | 0x4 | 0x8 | 0x800;
/** zip64, Unicode paths and encryption: these override the entry. */
const meaningfulFields = new Set([0x0001, 0x7075, 0x9901]);
const folderType = 0o040000;
const regularType = 0o100000;

/**
 * Lists the files of a zip by its central directory (PKWARE APPNOTE 6.3.10), if everything in it is usual.
 * Null otherwise: the zip is sent completely, and the server reports its problems.
 */
export async function listZip(zip: Blob): Promise<ZipDirectoryEntry[] | null> {
  if (zip.size < endBytes) return null;
  const end = await viewOf(zip, zip.size - endBytes, zip.size);
  const [count, bytes, offset] = [end.getUint16(10, true), end.getUint32(12, true), end.getUint32(16, true)];
  const isUsual =
    end.getUint32(0, true) === 0x06054b50 &&
    end.getUint32(4, true) === 0 &&
    end.getUint16(8, true) === count &&
    end.getUint16(20, true) === 0 &&
    offset + bytes === zip.size - endBytes &&
    bytes <= maxDirectoryBytes &&
    count > 0 &&
    count <= maxBuildFiles;
  if (!isUsual) return null;
  const directory = await viewOf(zip, offset, offset + bytes);
  const files: ZipDirectoryEntry[] = [];
  const paths = new Set<string>();
  let at = 0;
  for (let index = 0; index < count; index += 1) {
    const entry = readEntry(directory, at, offset);
    if (!entry) return null;
    at = entry.next;
    if (entry.isFolder) continue;
    const start = await dataStart(zip, entry);
    if (start === null || start + entry.packedSize > offset || paths.has(entry.path)) return null;
    const { path, time, crc32, size, method, packedSize } = entry;
    paths.add(path);
    files.push({ path, time, crc32, size, method, packedSize, start });
  }
  return at === bytes && files.length > 0 ? files : null;
}

interface Entry extends Omit<ZipDirectoryEntry, 'start'> {
  isFolder: boolean;
  name: Uint8Array;
  header: number;
  next: number;
}

function readEntry(view: DataView, at: number, directoryOffset: number): Entry | null {
  if (at + entryBytes > view.byteLength || view.getUint32(at, true) !== 0x02014b50) return null;
  const [nameBytes, extraBytes, commentBytes] = [28, 30, 32].map((field) => view.getUint16(at + field, true));
  if (nameBytes === undefined || extraBytes === undefined || commentBytes === undefined) return null;
  const next = at + entryBytes + nameBytes + extraBytes + commentBytes;
  if (next > view.byteLength) return null;
  const name = new Uint8Array(view.buffer, view.byteOffset + at + entryBytes, nameBytes);
  const path = utf8(name);
  const extra = new DataView(view.buffer, view.byteOffset + at + entryBytes + nameBytes, extraBytes);
  const flags = view.getUint16(at + 8, true);
  const method = view.getUint16(at + 10, true);
  const attributes = view.getUint32(at + 38, true);
  const type = (attributes >>> 16) & 0o170000;
  const header = view.getUint32(at + 42, true);
  const isFolder = path?.endsWith('/') === true;
  const size = view.getUint32(at + 24, true);
  const isUsual =
    path !== null &&
    path !== '' &&
    (flags & ~harmlessFlags) === 0 &&
    (method === zipMethods.stored || method === zipMethods.deflate) &&
    hasOnlyHarmlessFields(extra) &&
    view.getUint16(at + 34, true) === 0 &&
    (type === 0 || type === (isFolder ? folderType : regularType)) &&
    (attributes & 0x08) === 0 &&
    (isFolder ? size === 0 : (attributes & 0x10) === 0) &&
    header + localBytes <= directoryOffset;
  if (!isUsual) return null;
  return {
    path,
    isFolder,
    name,
    header,
    next,
    method: method === zipMethods.deflate ? zipMethods.deflate : zipMethods.stored,
    time: view.getUint32(at + 12, true),
    crc32: view.getUint32(at + 16, true),
    packedSize: view.getUint32(at + 20, true),
    size,
  };
}

/** After the local header, which must name the same file. */
async function dataStart(zip: Blob, { header, name }: Entry): Promise<number | null> {
  const local = await viewOf(zip, header, Math.min(zip.size, header + localBytes + name.length));
  if (local.byteLength < localBytes + name.length || local.getUint32(0, true) !== 0x04034b50) return null;
  const [nameBytes, extraBytes] = [local.getUint16(26, true), local.getUint16(28, true)];
  const named = new Uint8Array(local.buffer, localBytes);
  if (nameBytes !== name.length || named.some((byte, index) => byte !== name[index])) return null;
  return header + localBytes + nameBytes + extraBytes;
}

function hasOnlyHarmlessFields(extra: DataView): boolean {
  let at = 0;
  while (at + 4 <= extra.byteLength) {
    if (meaningfulFields.has(extra.getUint16(at, true))) return false;
    at += 4 + extra.getUint16(at + 2, true);
  }
  return at === extra.byteLength;
}

/** Null for a name in another encoding, which the server detects. */
function utf8(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return null;
  }
}

async function viewOf(blob: Blob, start: number, end: number): Promise<DataView> {
  return new DataView(await blob.slice(start, end).arrayBuffer());
}
