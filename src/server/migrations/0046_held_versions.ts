import { type Kysely, sql } from 'kysely';

/** Why a version cannot start, as codes of the inspection. Versions of before are not held back: nobody has checked them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table versions add column held_back text[] not null default '{}';
  `.execute(db);
}
