import { sql } from 'kysely';
import type { Context } from '#server/context.ts';
import { retryTransaction } from '#server/platform/db/retry.ts';

/** Looking up one term in all applications takes milliseconds, during which publishers may wait. */
const batchTerms = 100;

export function registerPruneSearchTerms(context: Context): void {
  context.jobs.register({
    name: 'search.prune-terms',
    concurrency: 1,
    retryLimit: 2,
    schedule: '* * * * *',
    run: (_data, signal) => pruneSearchTerms(context, signal),
  });
}

/** Prunes the terms that a statement with many changed apps left: those that no public application contains. */
export async function pruneSearchTerms({ db }: Pick<Context, 'db'>, signal: AbortSignal): Promise<void> {
  for (;;) {
    signal.throwIfAborted();
    // Concurrent changes wait for this, and note their terms again.
    const { rows } = await retryTransaction(() =>
      sql`
        with batch as (
          delete from search_terms_to_check where term in (
            select term from search_terms_to_check order by term limit ${batchTerms} for update skip locked)
          returning term)
        select flux_prune_term(term) from batch`.execute(db),
    );
    if (rows.length === 0) return;
  }
}
