import { type Kysely, sql } from 'kysely';

/** The picture of an app, in the sizes of shared/thumbnails.ts. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table thumbnails (
      -- The address of the pictures. It cannot be guessed: who was shown the app has it, nobody else.
      id text primary key,
      -- An app has one or none.
      app_id text not null unique references apps on delete cascade,
      small_sha256 bytea not null references blobs,
      large_sha256 bytea not null references blobs,
      created_at timestamptz not null
    );
    create index thumbnails_by_small on thumbnails (small_sha256);
    create index thumbnails_by_large on thumbnails (large_sha256);

    -- What a thumbnail named stays for as long after it as what a version named (0001_foundation.ts).
    create function touch_blobs_of_thumbnails() returns trigger language plpgsql as $$
    begin
      with free as (
        select sha256 from blobs
        where sha256 in (select small_sha256 from gone union select large_sha256 from gone)
        for no key update skip locked
      )
      update blobs set touched_at = greatest(touched_at, now()) from free where blobs.sha256 = free.sha256;
      return null;
    end $$;
    create trigger touch_blobs after delete on thumbnails
      referencing old table as gone for each statement execute function touch_blobs_of_thumbnails();
  `.execute(db);
}
