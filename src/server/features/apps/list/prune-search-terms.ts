import { sql } from 'kysely';
import type { Context } from '#server/context.ts';
import { retryTransaction } from '#server/platform/db/retry.ts';

/** Looking for one in all applications takes some milliseconds, and who publishes another waits for it at worst. */
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

/**
 * Where more was renamed, hidden or deleted at once than one statement looks for, the rest of its words is gone with this:
 * those that no public application has any more.
 */
export async function pruneSearchTerms({ db }: Pick<Context, 'db'>, signal: AbortSignal): Promise<void> {
  for (;;) {
    signal.throwIfAborted();
    // What loses a word meanwhile waits for this, and notes it again.
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
