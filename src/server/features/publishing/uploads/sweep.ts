import { opendir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Context } from '#server/context.ts';
import { lifetimeMs } from './create.ts';
import { removeFile, uploadPath } from './files.ts';
import { deleteExpired, existingIds } from './store.ts';

export function registerSweep(context: Context): void {
  context.jobs.register({
    name: 'uploads.sweep',
    concurrency: 1,
    retryLimit: 2,
    schedule: '17 * * * *',
    followsClock: true,
    run: () => sweepUploads(context),
  });
}

/**
 * Removes expired uploads, and files of the upload folder that no row names and nobody wrote to for a
 * lifetime: what crashes left behind, files of interrupted forms included.
 */
export async function sweepUploads(context: Context): Promise<void> {
  const now = context.clock.now();
  for (const id of await deleteExpired(context.db, now)) await removeFile(uploadPath(context, id));
  const abandoned: string[] = [];
  for await (const entry of await opendir(context.folders.uploads)) {
    if (!entry.isFile()) continue;
    const found = await stat(join(context.folders.uploads, entry.name)).catch(() => null);
    if (found && now.getTime() - found.mtimeMs > lifetimeMs) abandoned.push(entry.name);
  }
  const named = await existingIds(context.db, abandoned);
  for (const name of abandoned) if (!named.has(name)) await removeFile(uploadPath(context, name));
}
