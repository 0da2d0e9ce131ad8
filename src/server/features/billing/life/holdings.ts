import type { Kysely, Transaction } from 'kysely';
import type { Context } from '../../../context.ts';
import type { Tables } from '../../../schema.ts';

/** How much somebody has. */
export interface Owned {
  applications: number;
  organizations: number;
}

/**
 * What the end of a plan does to what somebody has. Applications and organizations know of plans, and plans not of them,
 * so whoever puts Flux together (`app.ts`) hands it in.
 */
export interface Holdings {
  count(db: Kysely<Tables>, userId: string): Promise<Owned>;
  /** @returns false where there is a plan by now */
  takeOffline(trx: Transaction<Tables>, userId: string, now: Date): Promise<boolean>;
  bringBack(trx: Transaction<Tables>, userId: string): Promise<void>;
  /** In steps that can be repeated. @returns whether all of it is gone; false where it was stopped, or is to stay by now */
  deleteOffline(context: Context, userId: string, signal: AbortSignal): Promise<boolean>;
}
