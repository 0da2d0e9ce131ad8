import { type Kysely, sql } from 'kysely';

/** What people write to support, and where an answer to a mail goes. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- The address of whoever had it written, as they typed it; null where an answer is for nobody in particular.
    alter table mails add column reply_to text;
    create index mails_by_answer on mails (lower(reply_to)) where reply_to is not null;

    create table support_requests (
      id text primary key,
      -- Null for visitors. What somebody wrote goes with them.
      user_id text references users on delete cascade,
      -- The role that they had then.
      user_role text check (user_role in ('user', 'admin')),
      name text not null,
      email text not null,
      category text not null,
      priority text not null,
      subject text not null,
      message text not null,
      created_at timestamptz not null,
      resolved_at timestamptz,
      -- Null too once that administrator has left.
      resolved_by text references users on delete set null
    );
    create index support_requests_newest on support_requests (created_at desc, id desc);
    create index support_requests_open on support_requests (created_at desc, id desc) where resolved_at is null;
    create index support_requests_resolved on support_requests (created_at desc, id desc)
      where resolved_at is not null;
    create index support_requests_by_user on support_requests (user_id) where user_id is not null;
    create index support_requests_by_resolver on support_requests (resolved_by) where resolved_by is not null;
    create index support_requests_of_visitors on support_requests (lower(email)) where user_id is null;

    call usage_begin_counting('support_requests', 'rows/support requests');
  `.execute(db);
}
