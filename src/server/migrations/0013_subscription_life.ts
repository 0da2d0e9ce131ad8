import { type Kysely, sql } from 'kysely';

/** What each person was told of their subscription, and when there is something to be told or done again. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- The last bill, as the payment service has it; null where there is none.
    alter table subscriptions add column last_bill jsonb;

    create table subscription_lives (
      user_id text primary key references users on delete cascade,
      -- When somebody has to look at it again: at once after the subscription was written, or when time alone makes a
      -- difference. Null: not before it is written again.
      due_at timestamptz,
      -- What was told last. 'unseen' has a subscription from before any of this was told.
      stage text not null default 'none' check (stage in
        ('unseen', 'none', 'given', 'trial', 'running', 'failing', 'ending', 'over', 'deleted')),
      payment_id text,
      tier text,
      period_ends_at timestamptz,
      bill_id text,
      failed_attempts integer not null default 0,
      -- The end of a trial that was announced.
      announced_trial_end timestamptz,
      -- Counts changes of mind, so that of each there is one step.
      turn integer not null default 0,
      -- Of whoever is offline; a warning that comes late puts the deletion off.
      offline_since timestamptz,
      deletes_at timestamptz,
      warned text check (warned in ('week', 'day')),
      check ((stage = 'over') = (offline_since is not null)),
      check ((offline_since is null) = (deletes_at is null))
    );
    create index subscription_lives_due on subscription_lives (due_at, user_id) where due_at is not null;

    -- Each step that somebody was told, once for what it is of.
    create table subscription_steps (
      user_id text not null references users on delete cascade,
      step text not null,
      period text not null,
      told_at timestamptz not null,
      primary key (user_id, step, period)
    );

    -- Whoever writes a subscription, there is no way past this: with it is written that somebody has to look.
    create function notice_subscription() returns trigger language plpgsql as $body$
    begin
      insert into subscription_lives (user_id, due_at) values (new.user_id, new.updated_at)
      on conflict (user_id) do update set due_at = excluded.due_at;
      return null;
    end $body$;
    create trigger notice_subscription after insert or update on subscriptions
      for each row execute function notice_subscription();

    insert into subscription_lives (user_id, due_at, stage) select user_id, now(), 'unseen' from subscriptions;

    -- By how much the clock of this Flux was moved, where FLUX_TEST_CLOCK is on.
    create table test_clock (
      only_row boolean primary key default true check (only_row),
      offset_milliseconds bigint not null
    );
  `.execute(db);
}
