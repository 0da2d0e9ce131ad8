-- Resumable uploads. A completed one names its version, so that a repeated request gets the same response.
create table uploads (
  id text primary key,
  user_id text not null references users(id) on delete cascade,
  file_name text not null,
  size bigint not null,
  completed_at timestamptz,
  app_id text,
  version_id text,
  created_app boolean not null default false,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  is_partial boolean not null default false,
  target text,
  session_id text
);
create index uploads_by_expiry on uploads (expires_at);
create index uploads_by_user on uploads (user_id);
