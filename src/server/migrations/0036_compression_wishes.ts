import { type Kysely, sql } from 'kysely';

/**
 * What is to be compressed stands in a list of its own. To fill it, `blobs` is read once, and nothing waits for that. From
 * then to the end of the migrations nothing reads or writes `blobs`, for an index of it goes.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- Blobs that versions serve in encoded form, until they are compressed as well as can be.
    create table compression_wishes (
      sha256 bytea primary key references blobs on delete cascade,
      -- When it was last seen to that it is in a job.
      seen_at timestamptz not null,
      -- The job that it was put into, and for which effort; it may be over by now.
      effort text check (effort in ('quick', 'best')),
      job_id uuid
    );
    insert into compression_wishes (sha256, seen_at)
      select sha256, touched_at from blobs
      where compression <> 'best' and size >= 256
        and exists (select from version_files where version_files.sha256 = blobs.sha256 and encodable);
    create index compression_wishes_by_turn on compression_wishes (seen_at);
    drop index blobs_to_compress;
  `.execute(db);
}
