import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { readConfig } from '#server/config/config.ts';
import { type Context, closeContext, createContext } from '#server/context.ts';
import { sweepUploads } from '#server/features/publishing/uploads/sweep.ts';
import { sweepBlobs, sweepFiles } from '#server/features/storage/sweep.ts';
import { startEmbeddedPostgres } from '#server/platform/db/embedded.ts';
import { createLog } from '#server/platform/telemetry/log.ts';
import { MovableClock } from '#server/platform/time/clock.ts';

const dayMs = 24 * 3_600_000;

/**
 * Sweeps the data folder of a stopped server with a clock two days ahead, so that every grace period has
 * passed.
 * @returns the remaining orphans: bytes without rows, or rows without bytes
 */
export async function sweepStopped(dataDir: string): Promise<string[]> {
  const postgres = await startEmbeddedPostgres(join(dataDir, 'postgres'));
  try {
    const clock = new MovableClock(new Date(Date.now() + 2 * dayMs));
    const config = readConfig({ FLUX_DATA: dataDir });
    const context = await createContext(
      config,
      createLog('error'),
      { socketDir: postgres.socketDir },
      { clock },
    );
    try {
      const signal = new AbortController().signal;
      await sweepUploads(context);
      await sweepBlobs(context, signal);
      await sweepFiles(context, signal);
      return await findLeftovers(context);
    } finally {
      await closeContext(context);
    }
  } finally {
    await postgres.stop();
  }
}

async function findLeftovers(context: Context): Promise<string[]> {
  const { rows: unnamed } = await context.pool.query<{ sha256: string }>(`
    select encode(sha256, 'hex') as sha256 from blobs
    where not exists (select from version_files where version_files.sha256 = blobs.sha256)
      and not exists (select from versions where versions.original_sha256 = blobs.sha256)`);
  const { rows: formless } = await context.pool.query<{ sha256: string }>(`
    select encode(sha256, 'hex') as sha256 from blobs where not exists (
      select from blob_encodings where blob_encodings.sha256 = blobs.sha256 and encoding = 'identity')`);
  const { rows: forms } = await context.pool.query<{ key: string }>('select key from blob_encodings');
  const keys = new Set(forms.map(({ key }) => key));
  const files: string[] = [];
  const { store } = await context.stores.active();
  for await (const key of store.list('')) files.push(key);
  const { blobs, uploads, staging } = context.folders;
  const unfinished = await readdir(join(blobs, '~unfinished')).catch(() => []);
  return [
    ...unnamed.map(({ sha256 }) => `the blob ${sha256} belongs to nothing`),
    ...formless.map(({ sha256 }) => `the blob ${sha256} has no bytes`),
    ...files.filter((key) => !keys.has(key)).map((key) => `the file ${key} belongs to nothing`),
    ...[...keys].filter((key) => !files.includes(key)).map((key) => `the file ${key} is missing`),
    ...unfinished.map((name) => `~unfinished/${name} is left`),
    ...(await readdir(uploads)).map((name) => `uploads/${name} is left`),
    ...(await readdir(staging)).map((name) => `staging/${name} is left`),
  ];
}
