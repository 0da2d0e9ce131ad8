import { type Kysely, sql } from 'kysely';

/** Where bytes may lie, which of it new ones go to, and in which each form of a blob lies. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table storage_configs (
      id text primary key,
      provider text not null check (provider in ('local', 'aws-s3', 'google-cloud', 'azure-blob')),
      name text not null,
      description text not null default '',
      -- What is no secret: region, bucket, endpoint and their like.
      options jsonb not null default '{}',
      -- Each secret sealed under a key that the database does not hold (features/storage/connections/secrets.ts).
      secrets jsonb not null default '{}',
      test_status text not null default 'untested' check (test_status in ('success', 'failed', 'untested')),
      test_problem text,
      last_tested_at timestamptz,
      public_read boolean not null default false,
      -- Null: what whoever runs this Flux allows, until somebody sets it.
      max_file_size bigint check (max_file_size > 0),
      allowed_extensions text[] not null default '{.zip,.html,.unityweb}' check (cardinality(allowed_extensions) > 0),
      -- Null: the uploads of old versions are kept.
      retention_days integer check (retention_days > 0),
      created_at timestamptz not null,
      updated_at timestamptz not null
    );

    -- What was there before stays as it was: of a Flux with versions nothing is dropped before somebody asks for that.
    insert into storage_configs (id, provider, name, retention_days, created_at, updated_at)
      select 'builtinaaaaaaaaaaaaaaaaaaa', 'local', 'Local storage',
        case when exists (select from versions) then null else 365 end, now(), now();

    -- Exactly one is active: there is one row, it cannot be deleted, and what it names cannot be either.
    create table storage_active (
      only_one boolean primary key default true check (only_one),
      config_id text not null references storage_configs on delete restrict
    );
    create index storage_active_by_config on storage_active (config_id);
    insert into storage_active (config_id) values ('builtinaaaaaaaaaaaaaaaaaaa');
    create function keep_storage_active() returns trigger language plpgsql as $$
    begin
      raise exception 'One storage configuration is always active.';
    end $$;
    create trigger keep_storage_active before delete on storage_active
      for each row execute function keep_storage_active();

    alter table blob_encodings add column storage_id text not null default 'builtinaaaaaaaaaaaaaaaaaaa'
      references storage_configs on delete restrict;
    create index blob_encodings_by_storage on blob_encodings (storage_id, sha256, encoding);

    -- How many files lie where, as the sum of these rows: each change adds one, so that no two wait for each other, and
    -- a job folds them (features/storage/totals.ts).
    create table storage_totals (
      id bigint primary key generated always as identity,
      storage_id text not null references storage_configs on delete cascade,
      files bigint not null,
      bytes bigint not null
    );
    create index storage_totals_by_storage on storage_totals (storage_id);
    insert into storage_totals (storage_id, files, bytes)
      select storage_id, count(*), sum(size) from blob_encodings group by storage_id;
    create function count_stored_files() returns trigger language plpgsql as $$
    begin
      if tg_op <> 'DELETE' then
        insert into storage_totals (storage_id, files, bytes)
          select storage_id, count(*), sum(size) from come group by storage_id;
      end if;
      if tg_op <> 'INSERT' then
        insert into storage_totals (storage_id, files, bytes)
          select storage_id, -count(*), -sum(size) from gone group by storage_id;
      end if;
      return null;
    end $$;
    create trigger count_inserted after insert on blob_encodings
      referencing new table as come for each statement execute function count_stored_files();
    create trigger count_updated after update on blob_encodings
      referencing new table as come old table as gone for each statement execute function count_stored_files();
    create trigger count_deleted after delete on blob_encodings
      referencing old table as gone for each statement execute function count_stored_files();

    -- 'Move files here', one for each target.
    create table storage_moves (
      target_id text primary key references storage_configs on delete cascade,
      state text not null check (state in ('running', 'waiting', 'stopped', 'done', 'failed')),
      files_done bigint not null default 0,
      files_total bigint not null,
      bytes_done bigint not null default 0,
      bytes_total bigint not null,
      problem text,
      started_at timestamptz not null,
      updated_at timestamptz not null
    );
  `.execute(db);
}
