create table reports (
  id text primary key,
  app_id text not null references apps(id) on delete cascade,
  reporter_id text references users(id) on delete set null,
  -- A keyed hash of the network, for open reports of visitors.
  network bytea,
  reason text not null check (reason in ('malware', 'copyright', 'offensive', 'broken', 'other')),
  details text not null,
  email text,
  created_at timestamptz not null,
  state text not null default 'open' check (state in ('open', 'dismissed', 'upheld')),
  decided_by text references users(id) on delete set null,
  decided_at timestamptz,
  note text not null default ''
);
create index reports_by_address on reports (lower(email)) where email is not null;
create index reports_by_app on reports (app_id, created_at desc, id desc);
create index reports_by_decider on reports (decided_by) where decided_by is not null;
create index reports_by_reporter on reports (reporter_id) where reporter_id is not null;
create unique index reports_one_of_a_network on reports (app_id, network) where ((state = 'open') and (reporter_id
  is null));
create unique index reports_one_of_a_person on reports (reporter_id, app_id) where ((state = 'open') and
  (reporter_id is not null));
create index reports_open on reports (app_id, created_at desc, id desc) where state = 'open';

-- The queue of moderation: one row for each application with open reports.
create table reported_apps (
  app_id text primary key references apps(id) on delete cascade,
  malware integer not null default 0,
  copyright integer not null default 0,
  offensive integer not null default 0,
  broken integer not null default 0,
  other integer not null default 0,
  oldest_at timestamptz not null,
  newest_at timestamptz not null
);
create index reported_apps_newest on reported_apps (newest_at desc, app_id desc);

-- Reports and support requests of the last two hours, for their quotas.
create table submissions (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('report', 'support-request')),
  user_id text references users(id) on delete set null,
  network text not null,
  sent_at timestamptz not null
);
create index submissions_by_network on submissions (network, kind, sent_at) where user_id is null;
create index submissions_by_time on submissions (sent_at);
create index submissions_by_user on submissions (user_id) where user_id is not null;

create table support_requests (
  id text primary key,
  user_id text references users(id) on delete cascade,
  user_role text check (user_role in ('user', 'admin')),
  name text not null,
  email text not null,
  category text not null,
  priority text not null,
  subject text not null,
  message text not null,
  created_at timestamptz not null,
  resolved_at timestamptz,
  resolved_by text references users(id) on delete set null
);
create index support_requests_by_resolver on support_requests (resolved_by) where resolved_by is not null;
create index support_requests_by_user on support_requests (user_id) where user_id is not null;
create index support_requests_newest on support_requests (created_at desc, id desc);
create index support_requests_of_visitors on support_requests (lower(email)) where user_id is null;
create index support_requests_open on support_requests (created_at desc, id desc) where resolved_at is null;
create index support_requests_resolved on support_requests (created_at desc, id desc) where resolved_at is not null;

-- Entries have no references: they outlive what they name, so they keep the names.
create table audit_log (
  id text primary key,
  at timestamptz not null,
  sequence bigint generated always as identity,
  actor_id text,
  actor_name text not null,
  action text not null,
  target_kind text not null,
  target_id text not null,
  target_name text not null,
  before jsonb,
  after jsonb,
  reason text
);
create index audit_log_by_action on audit_log (action, at desc, sequence desc);
create index audit_log_by_actor on audit_log (actor_id, at desc, sequence desc);
create index audit_log_by_target on audit_log (target_id, at desc, sequence desc);
create index audit_log_by_time on audit_log (at desc, sequence desc);
