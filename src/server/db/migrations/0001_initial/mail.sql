-- A mail is written in the transaction that it is about, and delivered afterwards.
create table mails (
  id text primary key,
  to_address text not null,
  subject text not null,
  text text not null,
  html text not null,
  -- The id of the subject, so that an obsolete mail is not sent.
  about text not null,
  -- Deleted with the user who caused it.
  caused_by text references users(id) on delete cascade,
  state text not null default 'waiting' check (state in ('waiting', 'sent', 'failed')),
  attempts integer not null default 0,
  next_attempt_at timestamptz not null,
  problem text not null default '',
  created_at timestamptz not null,
  settled_at timestamptz,
  reply_to text
);
create index mails_by_address on mails (to_address);
create index mails_by_answer on mails (lower(reply_to)) where reply_to is not null;
create index mails_by_cause on mails (caused_by) where caused_by is not null;
create index mails_due on mails (next_attempt_at) where state = 'waiting';
create index mails_newest on mails (created_at desc, id desc);
create index mails_waiting_about on mails (about) where state = 'waiting';
