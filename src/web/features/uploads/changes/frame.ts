import { type ChangesList, changesHeadBytes, changesMark } from '#shared/changes.ts';
import { directoryEntry, endRecord, localHeader, type ZipFile } from '#shared/zip-headers.ts';
import type { ListedFile, PackedBytes } from './listed.ts';

/** What is sent of one file; null for what an earlier version has. */
export interface Framed {
  file: ListedFile;
  packed: PackedBytes | null;
}

/** The bytes of an upload of changes, which stay where they are until they are sent. */
export function changesOf(framed: readonly Framed[]): { parts: BlobPart[]; list: string } {
  const files: ChangesList['files'] = framed.map(({ file, packed }) => {
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
  return { parts: [head, json, ...framed.flatMap(({ packed }) => (packed ? [packed.bytes] : []))], list };
}

/** The bytes of a zip of all these files. */
export function zipOf(framed: readonly { file: ListedFile; packed: PackedBytes }[]): BlobPart[] {
  const parts: BlobPart[] = [];
  const directory: Uint8Array<ArrayBuffer>[] = [];
  let offset = 0;
  for (const { file, packed } of framed) {
    const { time, crc32, size } = file;
    const name = new TextEncoder().encode(file.path);
    const entry: ZipFile = { name, time, crc32, size, method: packed.method, packedSize: packed.bytes.size };
    const header = localHeader(entry);
    directory.push(directoryEntry(entry, offset));
    parts.push(header, packed.bytes);
    offset += header.length + packed.bytes.size;
  }
  const bytes = directory.reduce((sum, { length }) => sum + length, 0);
  return [...parts, ...directory, endRecord({ files: framed.length, offset, bytes })];
}
