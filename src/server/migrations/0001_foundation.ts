import { type Kysely, sql } from 'kysely';

/** People, apps, versions and the bytes they name. Statements stay within what PostgreSQL 15 knows. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table users (
      id text primary key,
      email text,
      email_verified boolean not null default false,
      username text not null,
      role text not null default 'user' check (role in ('user', 'admin')),
      provider text not null default 'unknown',
      created_at timestamptz not null default now(),
      last_login_at timestamptz not null default now(),
      updated_at timestamptz not null default now()
    );
    create index users_by_email on users (lower(email));

    -- An account is (issuer, subject); an e-mail address never joins two of them.
    create table identities (
      issuer text not null,
      subject text not null,
      user_id text not null references users on delete cascade,
      provider text not null,
      email text,
      created_at timestamptz not null default now(),
      primary key (issuer, subject)
    );
    create index identities_by_user on identities (user_id);

    create table sessions (
      secret_hash bytea primary key,
      id text not null unique,
      user_id text not null references users on delete cascade,
      provider text not null,
      user_agent text not null default '',
      created_at timestamptz not null,
      last_seen_at timestamptz not null,
      expires_at timestamptz not null
    );
    create index sessions_by_user on sessions (user_id);
    create index sessions_by_expiry on sessions (expires_at);

    -- A sign-in under way; taken out by the callback, so that a state works once.
    create table sign_in_attempts (
      state_hash bytea primary key,
      browser_hash bytea not null,
      provider text not null,
      mode text not null check (mode in ('redirect', 'popup')),
      nonce text not null,
      code_verifier text not null,
      return_to text not null,
      created_at timestamptz not null
    );
    create index sign_in_attempts_by_age on sign_in_attempts (created_at);

    create table organizations (
      id text primary key,
      name text not null,
      description text not null default '',
      is_public boolean not null default false,
      owner_id text not null references users,
      created_by text not null references users,
      allow_member_uploads boolean not null default true,
      require_approval boolean not null default false,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now()
    );
    create index organizations_by_owner on organizations (owner_id);
    create index organizations_by_creator on organizations (created_by);

    -- Bytes named by the sha256 of their decompressed content.
    create table blobs (
      sha256 bytea primary key,
      size bigint not null,
      -- The sweeper leaves alone what was touched lately: it may belong to a version about to be committed.
      touched_at timestamptz not null,
      -- How much effort was spent, so that what was not worth keeping is not tried again.
      compression text not null default 'none' check (compression in ('none', 'quick', 'best'))
    );
    create index blobs_by_touch on blobs (touched_at);
    create index blobs_to_compress on blobs (touched_at) where compression <> 'best';

    -- One row for each form in which a blob is kept; it exists once the bytes are safe on disk.
    create table blob_encodings (
      sha256 bytea not null references blobs on delete cascade,
      encoding text not null check (encoding in ('identity', 'gzip', 'zstd', 'br')),
      size bigint not null,
      -- sha256 of the encoded bytes: what a strong ETag speaks of.
      stored_sha256 bytea not null,
      key text not null,
      created_at timestamptz not null,
      primary key (sha256, encoding)
    );

    create table apps (
      id text primary key,
      owner_id text not null references users,
      organization_id text references organizations,
      name text not null,
      description text not null default '',
      is_public boolean not null default false,
      theme text not null default 'vanilla',
      -- Exactly one active version: it is a column, and it cannot name another app's.
      active_version_id text not null,
      -- Null: switched off. Renewing it makes every earlier link stop.
      share_key text,
      created_at timestamptz not null,
      updated_at timestamptz not null
    );
    create index apps_newest on apps (created_at desc, id desc);
    create index apps_public_newest on apps (created_at desc, id desc) where is_public;
    create index apps_by_owner_newest on apps (owner_id, created_at desc, id desc);
    create index apps_by_organization on apps (organization_id) where organization_id is not null;

    create table versions (
      id text primary key,
      app_id text not null references apps on delete cascade,
      number text not null,
      changelog text not null default '',
      file_name text not null,
      file_size bigint not null,
      -- The upload as it came, for download.
      original_sha256 bytea not null references blobs,
      report jsonb not null,
      uploaded_by text not null references users,
      uploaded_at timestamptz not null,
      unique (app_id, id),
      unique (app_id, number)
    );
    create index versions_by_app_newest on versions (app_id, uploaded_at desc, id desc);
    create index versions_by_original on versions (original_sha256);
    create index versions_by_uploader on versions (uploaded_by);
    alter table apps add constraint apps_active_version
      foreign key (id, active_version_id) references versions (app_id, id) deferrable initially deferred;

    create table version_files (
      version_id text not null references versions on delete cascade,
      path text not null,
      sha256 bytea not null references blobs,
      size bigint not null,
      content_type text not null,
      role text,
      -- Whether it may be answered with a Content-Encoding; a creator's own .gz never is.
      encodable boolean not null,
      primary key (version_id, path)
    );
    create index version_files_by_blob on version_files (sha256);

    -- What a version named stays for as long after it as what was just kept (features/storage/sweep.ts): a copy of the
    -- database and then of the bytes agree, whatever is deleted in between. Here, because versions also go with their
    -- app. A row that is locked is being touched by somebody else; to wait for it could be a deadlock.
    create function touch_blobs_of_versions() returns trigger language plpgsql as $$
    begin
      if tg_table_name = 'versions' then
        with free as (
          select sha256 from blobs where sha256 in (select original_sha256 from gone) for no key update skip locked
        )
        update blobs set touched_at = greatest(touched_at, now()) from free where blobs.sha256 = free.sha256;
      else
        with free as (
          select sha256 from blobs where sha256 in (select sha256 from gone) for no key update skip locked
        )
        update blobs set touched_at = greatest(touched_at, now()) from free where blobs.sha256 = free.sha256;
      end if;
      return null;
    end $$;
    create trigger touch_blobs after delete on versions
      referencing old table as gone for each statement execute function touch_blobs_of_versions();
    create trigger touch_blobs after delete on version_files
      referencing old table as gone for each statement execute function touch_blobs_of_versions();

    -- Files that players' builds asked for in vain, with the one of nearly that name; a few for each version.
    create table version_misses (
      version_id text not null references versions on delete cascade,
      path text not null,
      near_path text not null,
      seen_at timestamptz not null,
      primary key (version_id, path)
    );

    create table uploads (
      id text primary key,
      user_id text not null references users on delete cascade,
      file_name text not null,
      size bigint not null,
      completed_at timestamptz,
      -- Set when it became a version, so that asking twice answers the same.
      app_id text,
      version_id text,
      -- Whether that version is the app's first, made together with the app.
      made_app boolean not null default false,
      created_at timestamptz not null,
      expires_at timestamptz not null
    );
    create index uploads_by_user on uploads (user_id);
    create index uploads_by_expiry on uploads (expires_at);
  `.execute(db);
}
