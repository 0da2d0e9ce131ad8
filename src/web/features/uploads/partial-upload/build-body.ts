import { directoryEntry, endRecord, localHeader, type ZipFile } from '#shared/files/zip-headers.ts';
import { type ChangesList, changesHeadBytes, changesMark } from '#shared/versions/changes.ts';
import type { ListedFile, PackedBytes } from './file-types.ts';

/** A file of an upload. `packed` is null if an earlier version contains the file. */
export interface UploadEntry {
  file: ListedFile;
  packed: PackedBytes | null;
}

/** Builds the body of a partial upload from blobs, which are not read until they are sent. */
export function buildPartialUpload(entries: readonly UploadEntry[]): { parts: BlobPart[]; list: string } {
  const files: ChangesList['files'] = entries.map(({ file, packed }) => {
    const { path, time, sha256, gzipTime, crc32, size } = file;
    return packed
      ? { path, time, crc32, size, method: packed.method, packedSize: packed.bytes.size }
      : { path, time, sha256, gzipTime };
  });
  const list = JSON.stringify({ files });
  const json = new TextEncoder().encode(list);
  const head = new Uint8Array(changesHeadBytes);
  head.set(new TextEncoder().encode(changesMark));
  new DataView(head.buffer).setUint32(changesMark.length, json.length, true);
  return { parts: [head, json, ...entries.flatMap(({ packed }) => (packed ? [packed.bytes] : []))], list };
}

/** Builds a zip of all files. */
export function buildZip(entries: readonly { file: ListedFile; packed: PackedBytes }[]): BlobPart[] {
  const parts: BlobPart[] = [];
  const directory: Uint8Array<ArrayBuffer>[] = [];
  let offset = 0;
  for (const { file, packed } of entries) {
    const { time, crc32, size } = file;
    const name = new TextEncoder().encode(file.path);
    const entry: ZipFile = { name, time, crc32, size, method: packed.method, packedSize: packed.bytes.size };
    const header = localHeader(entry);
    directory.push(directoryEntry(entry, offset));
    parts.push(header, packed.bytes);
    offset += header.length + packed.bytes.size;
  }
  const bytes = directory.reduce((sum, { length }) => sum + length, 0);
  return [...parts, ...directory, endRecord({ files: entries.length, offset, bytes })];
}
