import { type Kysely, sql } from 'kysely';

/**
 * The public applications of an organization are found without walking its private ones. Nothing is written to `apps`
 * from here to the end of the migrations; the table is read once, a second or two for a million rows.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create index apps_public_by_organization_newest on apps (organization_id, created_at desc, id desc)
      where is_public and organization_id is not null
  `.execute(db);
}
