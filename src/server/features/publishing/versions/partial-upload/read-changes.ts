import { type FileHandle, open } from 'node:fs/promises';
import * as z from 'zod/mini';
import {
  type ChangesList,
  changesHeadBytes,
  changesListSchema,
  changesMark,
  maxListBytes,
} from '#shared/versions/changes.ts';
import { unusableUpload } from './errors.ts';
import { bytesOf } from './repack.ts';

/** An upload of changes, open for reading. */
export interface Changes {
  files: ChangesList['files'];
  /** Where the packed bytes of the first file begin that is sent. */
  dataStart: number;
  handle: FileHandle;
}

/**
 * Opens an upload of changes, whose closing is the taker's duty.
 * @param size bytes of the file
 * @throws FluxError `changes_unusable` for what is none
 */
export async function openChanges(path: string, size: number): Promise<Changes> {
  const handle = await open(path);
  try {
    const listBytes = await readListBytes(handle, size);
    const text = (await readAt(handle, changesHeadBytes, listBytes)).toString();
    const list = z.safeParse(changesListSchema, parsed(text));
    if (!list.success) throw unusableUpload('Its list of files is not as it should be.', list.error);
    const dataStart = changesHeadBytes + listBytes;
    const { files } = list.data;
    const sent = files.reduce((sum, file) => sum + ('packedSize' in file ? file.packedSize : 0), 0);
    if (dataStart + sent !== size) throw unusableUpload('It is not as long as its list of files says.');
    return { files, dataStart, handle };
  } catch (error) {
    await handle.close();
    throw error;
  }
}

async function readListBytes(handle: FileHandle, size: number): Promise<number> {
  if (size < changesHeadBytes) throw unusableUpload('It is too short.');
  const head = await readAt(handle, 0, changesHeadBytes);
  if (!head.subarray(0, changesMark.length).equals(Buffer.from(changesMark, 'latin1')))
    throw unusableUpload('It does not begin as an upload of changes does.');
  const listBytes = head.readUInt32LE(changesMark.length);
  if (listBytes > Math.min(maxListBytes, size - changesHeadBytes))
    throw unusableUpload('Its list of files is too long.');
  return listBytes;
}

async function readAt(handle: FileHandle, position: number, length: number): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for await (const piece of bytesOf({ handle, start: position, length })) pieces.push(piece);
  return Buffer.concat(pieces);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw unusableUpload('Its list of files is not JSON.', error);
  }
}
