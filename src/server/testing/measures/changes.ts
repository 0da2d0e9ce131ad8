import { createHash } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { crc32 } from 'node:zlib';
import { expect } from 'vitest';
import { makeZip, type ZipEntryOptions } from '#fixtures/zip.ts';
import { gzipTimeAt, gzipTimeBytes, gzipTimeOf } from '#shared/files/gzip-time.ts';
import { zipMethods } from '#shared/files/zip-headers.ts';
import { changesContent, changesHeadBytes, changesMark, type KeptFile } from '#shared/versions/changes.ts';
import { createVersion, type Version } from '#shared/versions/versions.ts';
import { findForms, openForm } from '../../features/storage/read.ts';
import { unzip } from '../http/unzip.ts';
import type { Person, Visitor } from '../people/people.ts';
import { publishApp } from '../people/publish.ts';
import { sendUpload } from '../people/uploads.ts';
import type { TestServer } from '../servers/server.ts';

export interface TestFile {
  path: string;
  data: Buffer | string;
}

/** The description of a file of an earlier version. */
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

export const zipOf = (files: readonly TestFile[], options: Partial<ZipEntryOptions> = {}) =>
  makeZip(files.map(({ path, data }) => ({ name: path, data, ...options })));

/** @returns the id of a new app with a version of that zip */
export async function publishZip(who: Person, bytes: Buffer): Promise<string> {
  return (await publishApp(who, { body: { uploadId: await sendUpload(who, 'game.zip', bytes) } })).id;
}

export async function publishVersionOf(who: Visitor, appId: string, uploadId: string): Promise<Version> {
  const body = { changelog: 'More', uploadId };
  return (await who.call(createVersion, { params: { id: appId }, body })).version;
}

export async function updateByChanges(who: Visitor, appId: string, changes: Buffer): Promise<Version> {
  return publishVersionOf(who, appId, await sendChanges(who, appId, changes));
}

/** The original upload of a version, as downloaded. */
export async function originalOf({ context }: TestServer, version: Version): Promise<Map<string, Buffer>> {
  const sha256 = Buffer.from(version.storageFileName ?? '', 'hex');
  const [form] = (await findForms(context, [sha256])).get(version.storageFileName ?? '') ?? [];
  if (!form) throw new Error('The upload is kept.');
  const file = await openForm(context, form);
  try {
    const bytes = await file.readFile();
    expect(createHash('sha256').update(bytes).digest('hex')).toBe(version.storageFileName);
    expect(bytes.length).toBe(version.fileSize);
    return await unzip(bytes);
  } finally {
    await file.close();
  }
}

export const contents = (files: readonly TestFile[]) =>
  new Map(files.map(({ path, data }) => [path, Buffer.from(data)]));

/** Remaining files in staging and uploads. */
export const leftOver = async ({ context: { folders } }: TestServer) => [
  ...(await readdir(folders.staging)),
  ...(await readdir(folders.uploads)),
];
