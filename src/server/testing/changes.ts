import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { changesContent, changesHeadBytes, changesMark, type KeptFile } from '#shared/changes.ts';
import { gzipTimeAt, gzipTimeBytes, gzipTimeOf } from '#shared/gzip-time.ts';
import { zipMethods } from '#shared/zip-headers.ts';
import type { Visitor } from './people.ts';
import { sendUpload } from './uploads.ts';

export interface TestFile {
  path: string;
  data: Buffer | string;
}

/** What somebody says of a file that an earlier version has. */
export function keptFile({ path, data }: TestFile): KeptFile {
  const bytes = Buffer.from(data);
  const gzipTime = gzipTimeOf(bytes);
  if (gzipTime !== null) bytes.fill(0, gzipTimeAt, gzipTimeAt + gzipTimeBytes);
  return { path, time: 0x21_0000, sha256: createHash('sha256').update(bytes).digest('hex'), gzipTime };
}

/** The bytes of an upload of changes; those files are sent that have data. */
export function makeChanges(files: readonly (TestFile | KeptFile)[]): Buffer {
  const list = files.map((file) => {
    if (!('data' in file)) return file;
    const data = Buffer.from(file.data);
    const facts = {
      size: data.length,
      packedSize: data.length,
      crc32: crc32(data),
      method: zipMethods.stored,
    };
    return { path: file.path, time: 0x21_0000, ...facts };
  });
  const sent = files.flatMap((file) => ('data' in file ? [Buffer.from(file.data)] : []));
  return frameChanges(JSON.stringify({ files: list }), Buffer.concat(sent));
}

export function frameChanges(list: string, packed: Buffer): Buffer {
  const json = Buffer.from(list);
  const head = Buffer.alloc(changesHeadBytes);
  head.write(changesMark, 'latin1');
  head.writeUInt32LE(json.length, changesMark.length);
  return Buffer.concat([head, json, packed]);
}

/** @returns the upload's id */
export function sendChanges(who: Visitor, appId: string, bytes: Buffer): Promise<string> {
  return sendUpload(who, 'game.zip', bytes, bytes.length, { target: appId, content: changesContent });
}
