create table organizations (
  id text primary key,
  name text not null,
  description text not null default '',
  is_public boolean not null default false,
  -- A column, so that there is exactly one owner, who is always a member.
  owner_id text not null references users(id),
  created_by text references users(id) on delete set null,
  allow_member_uploads boolean not null default true,
  require_approval boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- Counted by a trigger: counting rows would read all members for each card.
  member_count integer not null default 0 check (member_count >= 0),
  suspended_since timestamptz,
  search_text text generated always as (' ' || flux_fold(name) || ' ' || flux_fold(description)) stored not null
);
create index organizations_by_creator on organizations (created_by);
create index organizations_by_folded_name on organizations (flux_fold(name) collate "C", id);
create index organizations_by_owner_newest on organizations (owner_id, created_at desc, id desc);
create index organizations_newest on organizations (created_at desc, id desc);
create index organizations_open_by_folded_name on organizations (flux_fold(name) collate "C", id) where is_public
  and suspended_since is null;
create index organizations_search on organizations using gin ((' ' || flux_fold(name)) gin_trgm_ops) with
  (fastupdate=off);
create index organizations_search_text on organizations using gin (search_text gin_trgm_ops) with (fastupdate=off);
create index organizations_suspended on organizations (owner_id, id) where suspended_since is not null;
create index organizations_suspended_since on organizations (owner_id, suspended_since) where suspended_since is not
  null;

create table organization_members (
  organization_id text not null references organizations(id) on delete cascade,
  user_id text not null references users(id) on delete cascade,
  role text not null check (role in ('admin', 'member', 'viewer')),
  joined_at timestamptz not null,
  is_assigned boolean not null default false,
  primary key (organization_id, user_id)
);
create index organization_members_by_time on organization_members (organization_id, joined_at, user_id);
create index organization_members_by_user on organization_members (user_id, organization_id);

create table organization_invitations (
  id text primary key,
  organization_id text not null references organizations(id) on delete cascade,
  -- In lower case.
  email text not null,
  role text not null check (role in ('admin', 'member', 'viewer')),
  invited_by text references users(id) on delete set null,
  created_at timestamptz not null,
  sent_at timestamptz not null,
  expires_at timestamptz not null,
  constraint organization_invitations_organization_id_email_key unique (organization_id, email)
);
create index organization_invitations_by_email on organization_invitations (email);
create index organization_invitations_by_expiry on organization_invitations (expires_at);
create index organization_invitations_by_inviter on organization_invitations (invited_by);
create index organization_invitations_by_time on organization_invitations (organization_id, created_at, id);

-- Invitation mails of the last day. They outlive the invitation and the organization, so that deleting either does
-- not restart the count.
create table organization_invitation_mails (
  id text primary key,
  organization_id text not null,
  user_id text references users(id) on delete set null,
  sent_at timestamptz not null,
  address_hash bytea not null
);
create index organization_invitation_mails_by_address on organization_invitation_mails (address_hash, sent_at);
create index organization_invitation_mails_by_age on organization_invitation_mails (sent_at);
create index organization_invitation_mails_by_organization on organization_invitation_mails (organization_id,
  sent_at);
create index organization_invitation_mails_by_user on organization_invitation_mails (user_id, sent_at);

alter table users add constraint users_assigned_are_members foreign key (organization_id, id) references
  organization_members(organization_id, user_id) on delete set null (organization_id);

alter table organizations add constraint organizations_owner_is_a_member foreign key (id, owner_id) references
  organization_members(organization_id, user_id) deferrable initially deferred;
