import { type Kysely, sql } from 'kysely';

/**
 * The sweep of blobs goes on where it was, in the order of a larger index. From here to the end of the migrations nothing
 * is published: the index is built, some seconds for a million blobs. Once the one of before goes, at the end, nothing
 * reads `blobs` either.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table blob_sweep (
      only_one boolean primary key default true check (only_one),
      touched_at timestamptz not null default '-infinity',
      sha256 bytea not null default '',
      -- When the sweep began with the first of all blobs the last time.
      began_anew_at timestamptz not null default '-infinity'
    );
    insert into blob_sweep default values;

    create index blobs_by_touch_and_content on blobs (touched_at, sha256);
    drop index blobs_by_touch;
    alter index blobs_by_touch_and_content rename to blobs_by_touch;
  `.execute(db);
}
