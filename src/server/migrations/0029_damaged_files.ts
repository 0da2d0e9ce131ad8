import { type Kysely, sql } from 'kysely';

/** What a move found missing or damaged, so that it need not look again each time it goes on. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table storage_damaged_files (
      target_id text not null references storage_moves on delete cascade,
      -- Where the file should lie.
      storage_id text not null,
      key text not null,
      primary key (target_id, storage_id, key)
    );
  `.execute(db);
}
