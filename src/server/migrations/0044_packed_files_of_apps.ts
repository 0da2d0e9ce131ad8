import { type Kysely, sql } from 'kysely';

/**
 * Of a packed file that only an old upload of an application has it is known, too, by an index that begins with the
 * application: what others have is not even passed by, however common a file is. The table is written anew, which takes
 * less time and room than to change each of its rows. From here to the end of the migrations nothing is published.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table packed_files rename to packed_files_before;
    create table packed_files (
      like packed_files_before including constraints,
      -- The version's, which never changes.
      app_id text not null
    );
    insert into packed_files
      select packed.*, versions.app_id from packed_files_before as packed join versions on versions.id = version_id;
    drop table packed_files_before;
    alter table packed_files
      add primary key (version_id, sha256),
      add foreign key (version_id) references versions on delete cascade;
    create index packed_files_by_app on packed_files (app_id, sha256, version_id);
  `.execute(db);
}
