import { type Kysely, sql } from 'kysely';

/** Where the files of a version lie in its upload, so that the next upload need not bring them again. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- Such an upload holds only the files that earlier versions of an application lack.
    alter table uploads add column only_changes boolean not null default false;

    -- Each file once for a version, as it lies in the zip that was uploaded; the rows go with that zip.
    create table packed_files (
      version_id text not null references versions on delete cascade,
      -- Of a gzip file as if it was made at 0 (src/shared/gzip-time.ts).
      sha256 bytea not null,
      size bigint not null check (size >= 0),
      crc32 bigint not null,
      method smallint not null check (method in (0, 8)),
      -- Where its packed bytes begin in the zip, and how many they are.
      data_start bigint not null check (data_start >= 0),
      packed_size bigint not null check (packed_size >= 0),
      -- When a gzip file says that it was made; null for what is none.
      gzip_time bigint,
      primary key (version_id, sha256)
    );
  `.execute(db);
}
