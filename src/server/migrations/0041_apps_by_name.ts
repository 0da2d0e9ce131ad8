import { type Kysely, sql } from 'kysely';

/**
 * Lists of applications are walked by name as they are by time, forwards and backwards. Nothing is written to `apps` from
 * here to the end of the migrations; the table is read once for each index, a few seconds for a million rows. The index
 * that goes found names by how they begin; the first of the new ones does that, too.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create index apps_by_name on apps (folded_name collate "C", id);
    create index apps_public_by_name on apps (folded_name collate "C", id) where is_public;
    create index apps_by_owner_and_name on apps (owner_id, folded_name collate "C", id);
    create index apps_public_by_owner_and_name on apps (owner_id, folded_name collate "C", id) where is_public;
    create index apps_by_organization_and_name on apps (organization_id, folded_name collate "C", id)
      where organization_id is not null;
    create index apps_public_by_organization_and_name on apps (organization_id, folded_name collate "C", id)
      where is_public and organization_id is not null;
    drop index apps_by_folded_name;
  `.execute(db);
}
