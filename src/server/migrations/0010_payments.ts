import { type Kysely, sql } from 'kysely';

/** Who is whom at the payment service, what it told, and what the embedded one keeps. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- The payment service's own id; null where nothing is bought there, as for the free plan.
    alter table subscriptions add column payment_id text unique;

    -- The sandbox and the real service each have customers of their own.
    create table payment_customers (
      user_id text not null references users on delete cascade,
      service text not null check (service in ('stripe', 'sandbox')),
      customer_id text not null unique,
      -- Readings of what the service says are numbered as they begin. One that began before the last that was written
      -- down knows nothing newer, and is dropped.
      readings_begun integer not null default 0,
      readings_written integer not null default 0,
      -- While a purchase is under way, when somebody else may take it for abandoned.
      buying_until timestamptz,
      created_at timestamptz not null,
      primary key (user_id, service)
    );

    -- Each event that was heard, once.
    create table payment_events (
      id text primary key,
      type text not null,
      heard_at timestamptz not null
    );
    create index payment_events_by_age on payment_events (heard_at);

    -- The sandbox: its objects as they go over the wire, and the moment when time alone changes them.
    create table payment_sandbox_objects (
      id text primary key,
      kind text not null,
      customer text,
      data jsonb not null,
      due_at timestamptz,
      sequence bigint generated always as identity
    );
    create index payment_sandbox_objects_by_kind on payment_sandbox_objects (kind, customer, sequence);
    create index payment_sandbox_objects_due on payment_sandbox_objects (due_at) where due_at is not null;

    -- What it tells Flux: the exact bytes, since they are signed.
    create table payment_sandbox_events (
      id text primary key,
      payload text not null,
      attempts integer not null default 0,
      created_at timestamptz not null,
      -- Null once it has arrived, or was given up.
      next_attempt_at timestamptz,
      sequence bigint generated always as identity
    );
    create index payment_sandbox_events_due on payment_sandbox_events (next_attempt_at)
      where next_attempt_at is not null;

    -- Answers to calls that carry an idempotency key, for a day.
    create table payment_sandbox_requests (
      idempotency_key text primary key,
      fingerprint text not null,
      status integer not null,
      body text not null,
      created_at timestamptz not null
    );
    create index payment_sandbox_requests_by_age on payment_sandbox_requests (created_at);
  `.execute(db);
}
