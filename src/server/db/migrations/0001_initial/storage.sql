-- Contents by the sha256 of their decompressed bytes.
create table blobs (
  sha256 bytea primary key,
  size bigint not null,
  -- Garbage collection leaves recent blobs: they may belong to a version that is about to be committed.
  touched_at timestamptz not null,
  compression text not null default 'none' check (compression in ('none', 'quick', 'best'))
);
create index blobs_by_touch on blobs (touched_at, sha256);

create table storage_configs (
  id text primary key,
  provider text not null check (provider in ('local', 'aws-s3', 'google-cloud', 'azure-blob')),
  name text not null,
  description text not null default '',
  options jsonb not null default '{}',
  -- Each secret is sealed by a key that is not in the database.
  secrets jsonb not null default '{}',
  test_status text not null default 'untested' check (test_status in ('success', 'failed', 'untested')),
  test_problem text,
  last_tested_at timestamptz,
  public_read boolean not null default false,
  max_file_size bigint check (max_file_size > 0),
  allowed_extensions text[] not null default '{.zip,.html,.unityweb}' check (cardinality(allowed_extensions) > 0),
  -- Null: uploads of old versions are kept.
  retention_days integer check (retention_days > 0),
  created_at timestamptz not null,
  updated_at timestamptz not null
);

-- Exactly one configuration is active: one row, which cannot be deleted, and nor can what it refers to.
create table storage_active (
  singleton boolean default true primary key check (singleton),
  config_id text not null references storage_configs(id) on delete restrict
);
create index storage_active_by_config on storage_active (config_id);

-- Files and bytes of each storage, as the sum of these rows. Each change adds one, so that writers do not wait for one
-- another; a job sums them up (features/storage/totals.ts).
create table storage_totals (
  id bigint generated always as identity primary key,
  storage_id text not null references storage_configs(id) on delete cascade,
  files bigint not null,
  bytes bigint not null
);
create index storage_totals_by_storage on storage_totals (storage_id);

create table storage_moves (
  target_id text primary key references storage_configs(id) on delete cascade,
  state text not null check (state in ('running', 'waiting', 'stopped', 'done', 'failed')),
  files_done bigint not null default 0,
  files_total bigint not null,
  bytes_done bigint not null default 0,
  bytes_total bigint not null,
  problem text,
  started_at timestamptz not null,
  updated_at timestamptz not null
);

-- Files that a move found missing or damaged, so that it need not read them again.
create table storage_damaged_files (
  target_id text not null references storage_moves(target_id) on delete cascade,
  storage_id text not null,
  key text not null,
  primary key (target_id, storage_id, key)
);

-- One row for each stored encoding of a blob. It exists once the bytes are safely stored.
create table blob_encodings (
  sha256 bytea not null references blobs(sha256) on delete cascade,
  encoding text not null check (encoding in ('identity', 'gzip', 'zstd', 'br', 'dcb', 'dcz')),
  size bigint not null,
  -- sha256 of the encoded bytes, for strong ETags.
  stored_sha256 bytea not null,
  key text not null,
  created_at timestamptz not null,
  storage_id text not null default 'builtinaaaaaaaaaaaaaaaaaaa' references storage_configs(id) on delete restrict,
  -- The sha256 of the content that a delta needs; empty for other encodings.
  dictionary bytea not null default '\x',
  constraint blob_encodings_dictionary check ((encoding in ('dcb', 'dcz')) = (length(dictionary) = 32)),
  primary key (sha256, encoding, dictionary)
);
create index blob_encodings_by_delta_age on blob_encodings (created_at) where dictionary <> '\x';
create index blob_encodings_by_storage on blob_encodings (storage_id, sha256, encoding, dictionary);

-- Where garbage collection of blobs continues.
create table blob_sweep (
  singleton boolean default true primary key check (singleton),
  touched_at timestamptz not null default '-infinity',
  sha256 bytea not null default '\x',
  restarted_at timestamptz not null default '-infinity'
);

-- Blobs whose gzip encoding is still to be read again (features/storage/compression/check-gzip.ts).
create table gzip_checks (
  sha256 bytea primary key references blobs(sha256) on delete cascade
);

-- Blobs that versions serve encoded, until they are compressed as well as possible.
create table compression_requests (
  sha256 bytea primary key references blobs(sha256) on delete cascade,
  seen_at timestamptz not null,
  effort text check (effort in ('quick', 'best')),
  job_id uuid
);
create index compression_requests_by_due_time on compression_requests (seen_at);

create table compression_days (
  day date not null,
  kind text not null check (kind in ('forms', 'deltas')),
  cpu_seconds double precision not null,
  tried integer not null,
  kept integer not null,
  primary key (day, kind)
);

-- Deltas that were tried, so that one that did not pay is not tried again.
create table delta_attempts (
  sha256 bytea not null references blobs(sha256) on delete cascade,
  dictionary bytea not null,
  kept boolean not null,
  cpu_seconds real not null,
  tried_at timestamptz not null,
  primary key (sha256, dictionary)
);

-- Where files are stored until an administrator adds another place.
insert into storage_configs (id, provider, name, retention_days, created_at, updated_at)
  values ('builtinaaaaaaaaaaaaaaaaaaa', 'local', 'Local storage', 365, now(), now());
insert into storage_active (config_id) values ('builtinaaaaaaaaaaaaaaaaaaa');
insert into blob_sweep default values;
