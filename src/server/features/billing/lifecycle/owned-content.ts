import type { Kysely, Transaction } from 'kysely';
import type { Context } from '../../../context.ts';
import type { Tables } from '../../../schema.ts';

/** The number of applications and organizations of a user. */
export interface Owned {
  applications: number;
  organizations: number;
}

/**
 * What the end of a plan does to what somebody has. Applications and organizations know of plans, and plans not of them,
 * so whoever puts Flux together (`app.ts`) hands it in.
 */
export interface OwnedContent {
  count(db: Kysely<Tables>, userId: string): Promise<Owned>;
  /** @returns false where there is a plan by now */
  suspend(trx: Transaction<Tables>, userId: string, now: Date): Promise<boolean>;
  restore(trx: Transaction<Tables>, userId: string): Promise<void>;
  /** In steps that can be repeated. @returns whether all of it is gone; false where it was stopped, or is to stay by now */
  deleteSuspended(context: Context, userId: string, signal: AbortSignal): Promise<boolean>;
}
