import { type Kysely, sql } from 'kysely';

/** Whose account goes, their address goes from what they reported as a visitor. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create index reports_by_address on reports (lower(email)) where email is not null;
  `.execute(db);
}
