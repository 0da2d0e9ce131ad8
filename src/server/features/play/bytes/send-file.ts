import type { FileHandle } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import type { ByteRange } from '../../../platform/blobs/blob-store.ts';
import { blockBytes, type HotFile } from './hot-files.ts';

/** Larger reads gain nothing; smaller ones cost a round through the thread pool each. */
const chunkBytes = 262_144;
const maxPooled = 32;
const pool: Buffer[] = [];

/**
 * Sends a part of an open file and ends the response. One chunk is read while the one before is on its way, and
 * no more: a slow reader holds two chunks, however large the file. Closes the file whatever happens.
 * @throws when the reader goes away or the file is shorter than it was; the response is of no use then
 */
export async function sendFile(
  handle: FileHandle,
  response: ServerResponse,
  range: ByteRange,
): Promise<void> {
  const gone = whenGone(response);
  try {
    const buffers = [pool.pop() ?? allocate(), pool.pop() ?? allocate()] as const;
    await Promise.race([copy(handle, response, range, buffers), gone.promise]);
    // After an abort the socket may still hold the buffers, so only a finished copy gives them back.
    for (const buffer of buffers) if (pool.length < maxPooled) pool.push(buffer);
    response.end();
  } finally {
    gone.forget();
    // Nobody waits for it: what was sent is counted at once, also where the server is about to stop.
    handle.close().catch(() => {});
  }
}

/**
 * Sends a part of a file from memory and ends the response; should the file be let go meanwhile, the rest comes
 * from the disk. Two blocks are on their way at a time, so that the system never waits for the next.
 * @throws as `sendFile` does
 */
export async function sendHot(
  file: HotFile,
  open: () => Promise<FileHandle>,
  response: ServerResponse,
  range: ByteRange,
): Promise<void> {
  const gone = whenGone(response);
  let position = range.start;
  let writing: Promise<void> = Promise.resolve();
  try {
    while (position <= range.end) {
      const start = position % blockBytes;
      const block = file.block((position - start) / blockBytes);
      if (!block) break;
      const part = block.subarray(start, Math.min(block.length, start + range.end + 1 - position));
      position += part.length;
      const before = writing;
      writing = write(response, part);
      // It is awaited a turn later, or never once the reader is gone.
      writing.catch(() => {});
      await Promise.race([before, gone.promise]);
    }
    await Promise.race([writing, gone.promise]);
  } finally {
    gone.forget();
  }
  if (position > range.end) response.end();
  else await sendFile(await open(), response, { start: position, end: range.end });
}

async function copy(
  handle: FileHandle,
  response: ServerResponse,
  range: ByteRange,
  [even, odd]: readonly [Buffer, Buffer],
): Promise<void> {
  let position = range.start;
  const read = async (buffer: Buffer): Promise<Buffer> => {
    const length = Math.min(buffer.length, range.end + 1 - position);
    const { bytesRead } = await handle.read(buffer, 0, length, position);
    if (bytesRead === 0) throw new Error(`The file ended at ${position}, before ${range.end}.`);
    position += bytesRead;
    return buffer.subarray(0, bytesRead);
  };
  let writing: Promise<void> = Promise.resolve();
  let [current, other] = [even, odd];
  while (position <= range.end) {
    // Reads into `current`, whose last write has ended, while `other` is being written.
    const [chunk] = await Promise.all([read(current), writing]);
    writing = write(response, chunk);
    [current, other] = [other, current];
  }
  await writing;
}

function write(response: ServerResponse, chunk: Buffer): Promise<void> {
  return new Promise((resolve, reject) => {
    response.write(chunk, (error) => (error ? reject(error) : resolve()));
  });
}

/** Rejects when the connection closes before the response has ended. */
function whenGone(response: ServerResponse): { promise: Promise<never>; forget(): void } {
  let listener = () => {};
  const promise = new Promise<never>((_, reject) => {
    listener = () => reject(new Error('The reader went away.'));
    if (response.destroyed) listener();
    else response.once('close', listener);
  });
  promise.catch(() => {});
  return { promise, forget: () => response.off('close', listener) };
}

function allocate(): Buffer {
  return Buffer.allocUnsafeSlow(chunkBytes);
}
