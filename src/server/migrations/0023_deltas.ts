import { type Kysely, sql } from 'kysely';

/** What changed between two contents, as one more form of the later one; and the apps that wait for theirs. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table blob_encodings drop constraint blob_encodings_encoding_check;
    alter table blob_encodings add constraint blob_encodings_encoding_check
      check (encoding in ('identity', 'gzip', 'zstd', 'br', 'dcb', 'dcz'));
    -- The sha256 of the content that a reader must hold already; empty for what can be read by itself.
    alter table blob_encodings add column dictionary bytea not null default '';
    alter table blob_encodings add constraint blob_encodings_dictionary
      check ((encoding in ('dcb', 'dcz')) = (length(dictionary) = 32));
    alter table blob_encodings drop constraint blob_encodings_pkey;
    alter table blob_encodings add primary key (sha256, encoding, dictionary);
    drop index blob_encodings_by_storage;
    create index blob_encodings_by_storage on blob_encodings (storage_id, sha256, encoding, dictionary);
    create index blob_encodings_by_delta_age on blob_encodings (created_at) where dictionary <> '';

    -- What was tried, so that what was not worth keeping is not tried again.
    create table delta_attempts (
      sha256 bytea not null references blobs on delete cascade,
      dictionary bytea not null,
      kept boolean not null,
      cpu_seconds real not null,
      tried_at timestamptz not null,
      primary key (sha256, dictionary)
    );

    -- Apps whose active version became another one, until what changed has been worked out.
    create table delta_wishes (
      app_id text primary key references apps on delete cascade,
      -- Tells one wish from the next.
      wish uuid not null,
      -- The versions that were active until then, the newest first: what most players hold.
      former text[] not null,
      -- One that could not be fulfilled waits, the longer the oftener it was tried.
      tries integer not null default 0,
      due_at timestamptz not null
    );
    create index delta_wishes_by_turn on delta_wishes (due_at);
    create function wish_for_deltas() returns trigger language plpgsql as $body$
    begin
      insert into delta_wishes (app_id, wish, former, due_at)
        values (new.id, gen_random_uuid(), array[old.active_version_id], now())
        on conflict (app_id) do update set wish = excluded.wish, tries = 0, due_at = excluded.due_at,
          former = (excluded.former || delta_wishes.former)[1:3];
      perform pg_notify('flux_changes', '{"kind":"delta-wish","id":""}');
      return null;
    end $body$;
    create trigger wish_for_deltas after update of active_version_id on apps
      for each row when (new.active_version_id <> old.active_version_id) execute function wish_for_deltas();
  `.execute(db);
}
