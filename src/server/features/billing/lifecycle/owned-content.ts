import type { Kysely, Transaction } from 'kysely';
import type { Context } from '#server/context.ts';
import type { Tables } from '#server/db/schema.ts';

/** The number of applications and organizations of a user. */
export interface Owned {
  applications: number;
  organizations: number;
}

/**
 * What happens to a user's applications and organizations at the end of a plan. `app.ts` injects it, because they depend on
 * plans, and plans do not depend on them.
 */
export interface OwnedContent {
  count(db: Kysely<Tables>, userId: string): Promise<Owned>;
  /** @returns false if the user has a plan by now */
  suspend(trx: Transaction<Tables>, userId: string, now: Date): Promise<boolean>;
  restore(trx: Transaction<Tables>, userId: string): Promise<void>;
  /** Deletes in repeatable steps. @returns whether everything is deleted; false if it was aborted or the user has a plan by now */
  deleteSuspended(context: Context, userId: string, signal: AbortSignal): Promise<boolean>;
}
