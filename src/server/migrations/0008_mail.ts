import { type Kysely, sql } from 'kysely';

/** Mails that Flux wrote, and how many invitations were sent lately. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- A mail is written in the transaction of what it tells of, and delivered after it. Where no mail server is
    -- configured it stays here, for administrators to read.
    create table mails (
      id text primary key,
      to_address text not null,
      subject text not null,
      text text not null,
      html text not null,
      -- The id of what it tells of: what is settled before the mail has left needs none any more.
      about text not null,
      -- Whoever had it written. What they caused goes with them.
      caused_by text references users on delete cascade,
      state text not null default 'waiting' check (state in ('waiting', 'sent', 'failed')),
      attempts integer not null default 0,
      -- While an attempt is under way, when somebody else may begin another.
      next_attempt_at timestamptz not null,
      -- What the last attempt came to, in the words of the mail server.
      problem text not null default '',
      created_at timestamptz not null,
      settled_at timestamptz
    );
    create index mails_due on mails (next_attempt_at) where state = 'waiting';
    create index mails_waiting_about on mails (about) where state = 'waiting';
    create index mails_newest on mails (created_at desc, id desc);
    create index mails_by_address on mails (to_address);
    create index mails_by_cause on mails (caused_by) where caused_by is not null;

    -- Each mail that somebody had sent to an address by inviting it, for a day. It outlives the invitation and the
    -- organization, or withdrawing the one and deleting the other would begin the count anew.
    create table organization_invitation_mails (
      id text primary key,
      organization_id text not null,
      user_id text not null references users on delete cascade,
      email text not null,
      sent_at timestamptz not null
    );
    create index organization_invitation_mails_by_organization
      on organization_invitation_mails (organization_id, sent_at);
    create index organization_invitation_mails_by_user on organization_invitation_mails (user_id, sent_at);
    create index organization_invitation_mails_by_email on organization_invitation_mails (email, sent_at);
    create index organization_invitation_mails_by_age on organization_invitation_mails (sent_at);

    -- Searching by name would fold that of every organization.
    create index organizations_search on organizations
      using gin ((' ' || flux_fold(name)) gin_trgm_ops) with (fastupdate = off);
    create index organization_invitations_by_expiry on organization_invitations (expires_at);
  `.execute(db);
}
