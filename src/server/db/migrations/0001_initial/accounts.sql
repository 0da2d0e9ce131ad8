create table users (
  id text primary key,
  email text,
  email_verified boolean not null default false,
  username text not null,
  role text not null default 'user' check (role in ('user', 'admin')),
  provider text not null default 'unknown',
  created_at timestamptz not null default now(),
  last_login_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  email_identity_id text,
  organization_id text,
  disabled_at timestamptz,
  disabled_reason text not null default '',
  search_text text generated always as (' ' || flux_fold(username) || ' ' || flux_fold(coalesce(email, '')))
    stored not null
);
create index users_admins_newest on users (created_at desc, id desc) where role = 'admin';
create index users_by_email on users (lower(email));
create index users_by_email_identity on users (email_identity_id);
create index users_by_folded_name on users (flux_fold(username) collate "C", id);
create index users_by_organization on users (organization_id, id) where organization_id is not null;
create index users_by_provider_newest on users (provider, created_at desc, id desc);
create index users_by_role on users (id) where role = 'admin';
create index users_disabled_newest on users (created_at desc, id desc) where disabled_at is not null;
create index users_newest on users (created_at desc, id desc);
create index users_search on users using gin ((' ' || flux_fold(username)) gin_trgm_ops) with (fastupdate=off);
create index users_search_text on users using gin (search_text gin_trgm_ops) with (fastupdate=off);

-- An account is found by issuer and subject; an e-mail address never joins two of them.
create table identities (
  issuer text not null,
  subject text not null,
  user_id text not null references users(id) on delete cascade,
  provider text not null,
  email text,
  created_at timestamptz not null default now(),
  id text not null,
  email_verified boolean not null default false,
  constraint identities_id unique (id),
  primary key (issuer, subject)
);
create index identities_by_user on identities (user_id);

create table sessions (
  secret_hash bytea primary key,
  id text not null unique,
  user_id text not null references users(id) on delete cascade,
  provider text not null,
  user_agent text not null default '',
  created_at timestamptz not null,
  last_seen_at timestamptz not null,
  expires_at timestamptz not null,
  -- When the provider authenticated the user; null if it did not say so.
  authenticated_at timestamptz
);
create index sessions_by_expiry on sessions (expires_at);
create index sessions_by_user on sessions (user_id);

-- A sign-in in progress. The callback deletes it, so that a state works once.
create table sign_in_attempts (
  state_hash bytea primary key,
  browser_hash bytea not null,
  provider text not null,
  mode text not null check (mode in ('redirect', 'popup')),
  nonce text not null,
  code_verifier text not null,
  return_to text not null,
  created_at timestamptz not null,
  purpose text not null default 'sign-in' check (purpose in ('sign-in', 'link', 'confirm')),
  user_id text references users(id) on delete cascade,
  constraint sign_in_attempts_user check ((purpose = 'sign-in') = (user_id is null))
);
create index sign_in_attempts_by_age on sign_in_attempts (created_at);
create index sign_in_attempts_by_browser on sign_in_attempts (browser_hash);
create index sign_in_attempts_by_user on sign_in_attempts (user_id) where user_id is not null;

alter table users add constraint users_email_identity_id_fkey foreign key (email_identity_id) references
  identities(id) on delete set null;
