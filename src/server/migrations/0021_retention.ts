import { type Kysely, sql } from 'kysely';

/** A version may outlive its upload: what it serves is kept apart from it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table versions alter column original_sha256 drop not null;
    -- The daily walk to those that are too old (features/versions/retention.ts).
    create index versions_with_original_oldest on versions (uploaded_at, id) where original_sha256 is not null;
  `.execute(db);
}
