import { type Kysely, sql } from 'kysely';
import { expect } from 'vitest';
import type { Tables } from '../../db/schema.ts';

/**
 * Does `work` while the first change of a table is ended as PostgreSQL ends one of two that wait for each other. Which
 * of two real ones it would be depends on the machine's haste.
 */
export async function whileDeadlocked<Result>(
  db: Kysely<Tables>,
  table: keyof Tables,
  work: () => Promise<Result>,
): Promise<Result> {
  await sql`
    create sequence changes_seen;
    create function deadlock_once() returns trigger language plpgsql as $$
    begin
      if nextval('changes_seen') = 1 then
        raise exception 'deadlock detected' using errcode = '40P01';
      end if;
      return null;
    end $$;
    create trigger deadlock_once after insert or update or delete on ${sql.table(table)}
      for each statement execute function deadlock_once();
  `.execute(db);
  try {
    const result = await work();
    const seen = await sql<{ last: number }>`select last_value as last from changes_seen`.execute(db);
    expect(seen.rows[0]?.last).toBeGreaterThan(1);
    return result;
  } finally {
    await sql`drop function deadlock_once cascade; drop sequence changes_seen`.execute(db);
  }
}
