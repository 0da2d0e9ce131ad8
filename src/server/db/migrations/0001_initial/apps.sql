create table apps (
  id text primary key,
  owner_id text not null references users(id),
  organization_id text references organizations(id),
  name text not null,
  description text not null default '',
  is_public boolean not null default false,
  theme text not null default 'vanilla',
  -- A column, so that exactly one version is active; the foreign key allows only versions of the same application.
  active_version_id text not null,
  -- Null: the share link is off. A new key ends earlier links.
  share_key text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  folded_creator text not null default '',
  folded_name text generated always as (' ' || flux_fold(name)) stored not null,
  search_text text generated always as (' ' || flux_fold(name) || folded_creator || ' ' || flux_fold(description))
    stored not null,
  is_approved boolean not null default true,
  -- What `is_public` becomes after approval or suspension.
  wants_public boolean not null default false,
  suspended_since timestamptz,
  taken_down_at timestamptz,
  taken_down_reason text,
  taken_down_by text references users(id) on delete set null,
  device_access text[] not null default '{}' check (device_access <@ array['camera', 'microphone', 'geolocation',
    'midi', 'bluetooth', 'usb', 'serial', 'hid', 'clipboard-read']),
  thread_isolation text not null default 'automatic' check (thread_isolation in ('automatic', 'on', 'off')),
  single_page_routes boolean not null default false,
  constraint apps_suspended_are_private check (suspended_since is null or not is_public),
  constraint apps_taken_down_are_private check (taken_down_at is null or not is_public),
  constraint apps_taken_down_have_a_reason check ((taken_down_at is null) = (taken_down_reason is null)),
  constraint apps_unapproved_are_private check (is_approved or not is_public)
);
create index apps_by_name on apps (folded_name collate "C", id);
create index apps_by_organization_and_name on apps (organization_id, folded_name collate "C", id) where
  organization_id is not null;
create index apps_by_organization_newest on apps (organization_id, created_at desc, id desc) where organization_id
  is not null;
create index apps_by_owner_and_name on apps (owner_id, folded_name collate "C", id);
create index apps_by_owner_newest on apps (owner_id, created_at desc, id desc);
create index apps_newest on apps (created_at desc, id desc);
create index apps_private_newest on apps (created_at desc, id desc) where not is_public;
create index apps_public_by_name on apps (folded_name collate "C", id) where is_public;
create index apps_public_by_organization_and_name on apps (organization_id, folded_name collate "C", id) where
  is_public and organization_id is not null;
create index apps_public_by_organization_newest on apps (organization_id, created_at desc, id desc) where is_public
  and organization_id is not null;
create index apps_public_by_owner_and_name on apps (owner_id, folded_name collate "C", id) where is_public;
create index apps_public_by_owner_newest on apps (owner_id, created_at desc, id desc) where is_public;
create index apps_public_newest on apps (created_at desc, id desc) where is_public;
create index apps_search on apps using gin (folded_name gin_trgm_ops, folded_creator gin_trgm_ops, search_text
  gin_trgm_ops) with (fastupdate=off);
create index apps_suspended on apps (owner_id, id) where suspended_since is not null;
create index apps_suspended_newest on apps (created_at desc, id desc) where suspended_since is not null;
create index apps_suspended_since on apps (owner_id, suspended_since) where suspended_since is not null;
create index apps_taken_down on apps (created_at desc, id desc) where taken_down_at is not null;
create index apps_taken_down_by on apps (taken_down_by) where taken_down_by is not null;

create table versions (
  id text primary key,
  app_id text not null references apps(id) on delete cascade,
  number text not null,
  changelog text not null default '',
  file_name text not null,
  file_size bigint not null,
  -- The upload itself, for download; null once retention deleted it.
  original_sha256 bytea references blobs(sha256),
  report jsonb not null,
  -- Null once the user is deleted; the version stays with the organization.
  uploaded_by text references users(id) on delete set null,
  uploaded_at timestamptz not null,
  approval text not null default 'approved' check (approval in ('approved', 'pending', 'sent-back')),
  approval_note text not null default '',
  decided_by text references users(id) on delete set null,
  decided_at timestamptz,
  held_back text[] not null default '{}',
  constraint versions_app_id_id_key unique (app_id, id),
  constraint versions_app_id_number_key unique (app_id, number)
);
create index versions_by_app_newest on versions (app_id, uploaded_at desc, id desc);
create index versions_by_decider on versions (decided_by) where decided_by is not null;
create index versions_by_original on versions (original_sha256);
create index versions_by_uploader on versions (uploaded_by);
create index versions_to_approve on versions (app_id) where approval = 'pending';
create index versions_with_original_oldest on versions (uploaded_at, id) where original_sha256 is not null;

create table version_files (
  version_id text not null references versions(id) on delete cascade,
  path text not null,
  sha256 bytea not null references blobs(sha256),
  size bigint not null,
  content_type text not null,
  role text,
  -- Whether a Content-Encoding may be used; not for a .gz of the creator.
  encodable boolean not null,
  is_alias boolean not null default false,
  primary key (version_id, path)
);
create index version_files_by_blob on version_files (sha256);

-- Where the files of a version are in its uploaded zip, so that the next upload can leave them out.
create table packed_files (
  version_id text not null references versions(id) on delete cascade,
  sha256 bytea not null,
  size bigint not null check (size >= 0),
  crc32 bigint not null,
  method smallint not null check (method in (0, 8)),
  data_start bigint not null check (data_start >= 0),
  packed_size bigint not null check (packed_size >= 0),
  gzip_time bigint,
  app_id text not null,
  primary key (version_id, sha256)
);
create index packed_files_by_app on packed_files (app_id, sha256, version_id);

-- Paths that builds requested in vain, with the file of nearly the same name; a few for each version.
create table missing_files (
  version_id text not null references versions(id) on delete cascade,
  path text not null,
  near_path text not null,
  seen_at timestamptz not null,
  primary key (version_id, path)
);

create table thumbnails (
  id text primary key,
  app_id text not null unique references apps(id) on delete cascade,
  small_sha256 bytea not null references blobs(sha256),
  large_sha256 bytea not null references blobs(sha256),
  created_at timestamptz not null
);
create index thumbnails_by_large on thumbnails (large_sha256);
create index thumbnails_by_small on thumbnails (small_sha256);

-- Applications whose active version changed, until their deltas are made.
create table delta_requests (
  app_id text primary key references apps(id) on delete cascade,
  request_id uuid not null,
  -- The versions that were active before, the newest first: most players have these.
  former_version_ids text[] not null,
  attempts integer not null default 0,
  due_at timestamptz not null,
  problem text
);
create index delta_requests_by_due_time on delta_requests (due_at);
create index delta_requests_failed on delta_requests (due_at) where attempts > 0;

-- Words of public applications, for correcting typing errors. Private applications add none, so that they change no
-- result. A word is deleted with the last application that has it, because it may be a name.
create table search_terms (
  term text primary key,
  deletion_variants text[] generated always as (flux_deletion_variants(term)) stored not null
);
create index search_terms_by_deletion_variant on search_terms using gin (deletion_variants) with (fastupdate=off);
create index search_terms_similar on search_terms using gin (term gin_trgm_ops) with (fastupdate=off);

-- Words that applications lost, still to be looked up in others.
create table search_terms_to_check (
  term text primary key
);

alter table apps add constraint apps_active_version foreign key (id, active_version_id) references versions(app_id,
  id) deferrable initially deferred;
