import { type Kysely, sql } from 'kysely';
import { expect } from 'vitest';
import type { Tables } from '../../db/schema.ts';

/** Waits until a number of statements in this database wait for row locks. */
export async function somethingWaits(db: Kysely<Tables>, much = 1): Promise<void> {
  const waiting = sql<{ count: number }>`
    select count(*) as count from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`;
  const count = async () => (await waiting.execute(db)).rows[0]?.count;
  await expect.poll(count, { timeout: 10_000 }).toBe(much);
}
