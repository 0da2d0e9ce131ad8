/** The metadata of one file in a zip (PKWARE APPNOTE 6.3.10). */
export interface ZipFile {
  /** The path in UTF-8, with `/`. */
  name: Uint8Array;
  /** MS-DOS date and time: the date in the upper half. */
  time: number;
  crc32: number;
  /** Uncompressed size in bytes. */
  size: number;
  method: ZipMethod;
  /** Stored size in bytes. */
  packedSize: number;
}

/** The format's number of the method. */
export const zipMethods = { stored: 0, deflate: 8 } as const;
export type ZipMethod = (typeof zipMethods)[keyof typeof zipMethods];

const version = 20;
const utf8Flag = 0x800;

/** Fields of two and four bytes one after another. */
function bytesOf(
  fields: readonly (readonly [value: number, bytes: 2 | 4])[],
  tail: Uint8Array,
): Uint8Array<ArrayBuffer> {
  const length = fields.reduce((sum, [, bytes]) => sum + bytes, 0);
  const all = new Uint8Array(length + tail.length);
  const view = new DataView(all.buffer);
  let at = 0;
  for (const [value, bytes] of fields) {
    if (bytes === 2) view.setUint16(at, value, true);
    else view.setUint32(at, value, true);
    at += bytes;
  }
  all.set(tail, length);
  return all;
}

function common(file: ZipFile) {
  return [
    [version, 2],
    [utf8Flag, 2],
    [file.method, 2],
    [file.time, 4],
    [file.crc32, 4],
    [file.packedSize, 4],
    [file.size, 4],
    [file.name.length, 2],
    [0, 2],
  ] as const;
}

/** The local file header before a file's bytes. */
export function localHeader(file: ZipFile): Uint8Array<ArrayBuffer> {
  return bytesOf([[0x04034b50, 4], ...common(file)], file.name);
}

/**
 * A file's entry in the central directory.
 * @param offset of its local header
 */
export function directoryEntry(file: ZipFile, offset: number): Uint8Array<ArrayBuffer> {
  const rest = [
    [0, 2],
    [0, 2],
    [0, 2],
    [0, 4],
    [offset, 4],
  ] as const;
  return bytesOf([[0x02014b50, 4], [version, 2], ...common(file), ...rest], file.name);
}

/** The end of a zip, after its central directory. */
export function endRecord(directory: {
  files: number;
  offset: number;
  bytes: number;
}): Uint8Array<ArrayBuffer> {
  const { files, offset, bytes } = directory;
  const fields = [
    [0x06054b50, 4],
    [0, 2],
    [0, 2],
    [files, 2],
    [files, 2],
    [bytes, 4],
    [offset, 4],
    [0, 2],
  ] as const;
  return bytesOf(fields, new Uint8Array());
}
