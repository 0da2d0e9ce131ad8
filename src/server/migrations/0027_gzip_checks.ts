import { type Kysely, sql } from 'kysely';

/**
 * Forms of before, which were taken for gzip of one member by their last bytes alone. Each is read again in the
 * background (`features/storage/compression/check-gzip.ts`) and leaves the list then.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table gzip_checks as select sha256 from blob_encodings where encoding = 'gzip';
    alter table gzip_checks
      add primary key (sha256),
      add foreign key (sha256) references blobs on delete cascade;
  `.execute(db);
}
