import { open, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Context } from '#server/context.ts';
import { flush, syncFile } from '#server/platform/blobs/durable.ts';

/** Where an upload's bytes lie: one file, named by its id. */
export function uploadPath(context: Pick<Context, 'folders'>, id: string): string {
  return join(context.folders.uploads, id);
}

export async function createFile(path: string): Promise<void> {
  const handle = await open(path, 'wx', 0o600);
  await handle.close();
  await syncFile(dirname(path));
}

/** What of an upload has come, on disk or still on its way to it. */
interface Received {
  bytes: number;
  /** When the last of it came; when the upload was created, where none did. */
  lastAt: Date;
}

/** Null: no file. */
export async function findReceived(path: string): Promise<Received | null> {
  try {
    const { size, mtime } = await stat(path);
    return { bytes: size, lastAt: mtime };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

/** Null: no file. */
export async function bytesReceived(path: string): Promise<number | null> {
  return (await findReceived(path))?.bytes ?? null;
}

export async function removeFile(path: string): Promise<void> {
  await rm(path, { force: true });
}

/**
 * Writes at `offset` whatever arrives. When it returns or throws, everything that arrived is on disk: a
 * connection that breaks costs nothing that had come through.
 * @returns the number of bytes written
 */
export async function appendAt(
  path: string,
  offset: number,
  body: AsyncIterable<Buffer>,
  mayWrite: () => boolean,
): Promise<number> {
  const handle = await open(path, 'r+');
  let position = offset;
  try {
    try {
      for await (const chunk of body) {
        for (let done = 0; done < chunk.length; ) {
          if (!mayWrite()) throw new Error('The lock on this upload was lost.');
          const { bytesWritten } = await handle.write(chunk, done, chunk.length - done, position);
          done += bytesWritten;
          position += bytesWritten;
        }
      }
    } finally {
      await flush(handle);
    }
  } finally {
    await handle.close();
  }
  return position - offset;
}
