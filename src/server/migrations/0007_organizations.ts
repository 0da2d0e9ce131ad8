import { type Kysely, sql } from 'kysely';

/** Members and invitations of organizations, and versions that wait for somebody's approval. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table organization_members (
      organization_id text not null references organizations on delete cascade,
      user_id text not null references users on delete cascade,
      role text not null check (role in ('admin', 'member', 'viewer')),
      joined_at timestamptz not null,
      primary key (organization_id, user_id)
    );
    create index organization_members_by_user on organization_members (user_id, organization_id);
    create index organization_members_by_time on organization_members (organization_id, joined_at, user_id);

    insert into organization_members (organization_id, user_id, role, joined_at)
      select id, owner_id, 'admin', created_at from organizations;

    -- The owner is a column, so there is exactly one; who owns an organization is always one of its members and can
    -- neither be removed from it nor leave it before it is handed over.
    alter table organizations add constraint organizations_owner_is_a_member
      foreign key (id, owner_id) references organization_members (organization_id, user_id)
      deferrable initially deferred;
    -- A running total: counting them would read them all for each card.
    alter table organizations add column member_count integer not null default 0 check (member_count >= 0);
    update organizations set member_count = 1;

    create function flux_count_members() returns trigger language plpgsql as $$
    begin
      if tg_op = 'INSERT' then
        update organizations set member_count = member_count + 1 where id = new.organization_id;
      else
        update organizations set member_count = member_count - 1 where id = old.organization_id;
      end if;
      return null;
    end $$;
    create trigger organization_members_counted after insert or delete on organization_members
      for each row execute function flux_count_members();

    create table organization_invitations (
      id text primary key,
      organization_id text not null references organizations on delete cascade,
      -- In lower case, as it is compared.
      email text not null,
      role text not null check (role in ('admin', 'member', 'viewer')),
      invited_by text references users on delete set null,
      created_at timestamptz not null,
      -- When the last of its mails was written: the invitation itself, or a reminder.
      sent_at timestamptz not null,
      expires_at timestamptz not null,
      unique (organization_id, email)
    );
    create index organization_invitations_by_email on organization_invitations (email);
    create index organization_invitations_by_time
      on organization_invitations (organization_id, created_at, id);
    create index organization_invitations_by_inviter on organization_invitations (invited_by);

    -- 'pending' waits for the owner or an admin of the organization; 'sent-back' was declined with a word why.
    alter table versions
      add column approval text not null default 'approved' check (approval in ('approved', 'pending', 'sent-back')),
      add column approval_note text not null default '',
      add column decided_by text references users on delete set null,
      add column decided_at timestamptz;
    create index versions_to_approve on versions (app_id) where approval = 'pending';
    create index versions_by_decider on versions (decided_by) where decided_by is not null;

    -- An application whose first version was never approved is nobody's to see but those who decide and its owner;
    -- 'wants_public' is what it becomes with the approval.
    alter table apps
      add column is_approved boolean not null default true,
      add column wants_public boolean not null default false,
      add constraint apps_unapproved_are_private check (is_approved or not is_public);
  `.execute(db);
}
