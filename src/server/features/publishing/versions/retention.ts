import type { Context } from '#server/context.ts';
import type { Tables } from '#server/db/schema.ts';
import { announce } from '#server/platform/db/changes.ts';
import { type AgedOriginal, dropOriginal, listAgedOriginals } from './original-store.ts';

const batchVersions = 500;

export function registerRetention(context: Context): void {
  context.jobs.register({
    name: 'versions.drop-originals',
    concurrency: 1,
    retryLimit: 2,
    schedule: '11 3 * * *',
    followsClock: true,
    run: (_data, signal) => dropOldOriginals(context, signal),
  });
}

/**
 * Lets go of the uploads of inactive versions that are older than the storage they lie in keeps them (`retentionDays`):
 * what the versions serve stays, so that they can be made active all the same. Neither an active version's upload goes
 * nor one that waits for approval. The bytes go with a sweep, where nothing else names them.
 */
export async function dropOldOriginals(
  context: Pick<Context, 'db' | 'clock'>,
  signal: AbortSignal,
): Promise<void> {
  const now = context.clock.now();
  for (let after: AgedOriginal | null = null; ; ) {
    signal.throwIfAborted();
    const aged: AgedOriginal[] = await listAgedOriginals(context.db, now, after, batchVersions);
    for (const version of aged) {
      await context.db.transaction().execute(async (trx) => {
        if (!(await dropOriginal(trx, version, now))) return;
        await announce<Tables>(trx, { kind: 'app', id: version.appId });
      });
    }
    after = aged.at(-1) ?? null;
    if (aged.length < batchVersions) return;
  }
}
