import { type Kysely, sql } from 'kysely';

/**
 * What an upload was begun for, so that it is gone on with there and nowhere else: 'new' for an application, or the id of the
 * one it is to be a version of. Null where that was not said, and of all that began before.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table uploads add column target text`.execute(db);
}
