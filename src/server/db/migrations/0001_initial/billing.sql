create table subscriptions (
  id text primary key,
  user_id text not null unique references users(id) on delete cascade,
  status text not null,
  tier text not null check (tier in ('indie', 'pro', 'pro-plus', 'enterprise', 'unknown')),
  price_id text,
  is_trial_active boolean not null default false,
  trial_ends_at timestamptz,
  cancel_at_period_end boolean not null default false,
  current_period_ends_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  payment_id text unique,
  last_bill jsonb
);

-- What each user was last notified of, and when their subscription is due for reconciliation.
create table subscription_lifecycles (
  user_id text primary key references users(id) on delete cascade,
  -- Null: not before the subscription changes.
  due_at timestamptz,
  stage text not null default 'none' check (stage in ('unseen', 'none', 'given', 'trial', 'running', 'failing',
    'ending', 'over', 'deleted')),
  payment_id text,
  tier text,
  period_ends_at timestamptz,
  bill_id text,
  failed_attempts integer not null default 0,
  notified_trial_end timestamptz,
  -- Counts endings and new beginnings, so that each is notified once.
  cycle integer not null default 0,
  suspended_since timestamptz,
  deletes_at timestamptz,
  warned text check (warned in ('week', 'day')),
  constraint subscription_lifecycles_over_is_suspended check ((stage = 'over') = (suspended_since is not null)),
  constraint subscription_lifecycles_suspended_is_deleted_later check ((suspended_since is null) = (deletes_at is
    null))
);
create index subscription_lifecycles_due on subscription_lifecycles (due_at, user_id) where due_at is not null;

-- Each notified step, once for the subscription or period that it is about.
create table lifecycle_notifications (
  user_id text not null references users(id) on delete cascade,
  step text not null,
  period text not null,
  sent_at timestamptz not null,
  primary key (user_id, step, period)
);

-- The sandbox and Stripe each have customers of their own. Rows of deleted users stay until the provider has deleted
-- the customer, so that nobody is charged afterwards.
create table payment_customers (
  user_id text references users(id) on delete set null,
  service text not null check (service in ('stripe', 'sandbox')),
  customer_id text primary key,
  -- Reads of the provider's state are numbered; one that started before the last applied one is stale.
  reads_started integer not null default 0,
  reads_applied integer not null default 0,
  -- While a purchase is in progress: when it counts as abandoned.
  checkout_until timestamptz,
  created_at timestamptz not null,
  had_plan boolean not null default false,
  deletion_tried_at timestamptz,
  used_promotions text[] not null default '{}',
  constraint payment_customers_user_id_service_key unique (user_id, service)
);
create index payment_customers_departed on payment_customers (service, deletion_tried_at nulls first, customer_id)
  where user_id is null;

-- Who had a paid plan and which promotions they used, by a keyed hash of each identity. It outlives the account, so that
-- nobody gets a second trial.
create table redemption_history (
  identity_hash bytea not null,
  service text not null,
  used_promotions text[] not null,
  primary key (identity_hash, service)
);

-- Webhook events that were processed, so that each is processed once.
create table processed_events (
  id text primary key,
  type text not null,
  processed_at timestamptz not null
);
create index processed_events_by_age on processed_events (processed_at);

-- Attempts of the last hour to pay or to read from the provider, for rate limits and card testing.
create table payment_attempts (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('purchase', 'promo', 'look')),
  user_id text references users(id) on delete set null,
  network text,
  points integer not null,
  tried_at timestamptz not null
);
create index payment_attempts_by_time on payment_attempts (tried_at);
create index payment_attempts_by_user on payment_attempts (user_id);

-- Objects of the sandbox as they are sent, and when time alone changes them.
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

-- Webhooks of the sandbox: the exact bytes, because they are signed.
create table payment_sandbox_events (
  id text primary key,
  payload text not null,
  attempts integer not null default 0,
  created_at timestamptz not null,
  next_attempt_at timestamptz,
  sequence bigint generated always as identity
);
create index payment_sandbox_events_due on payment_sandbox_events (next_attempt_at) where next_attempt_at is not null;

-- Responses to requests with an idempotency key, for a day.
create table payment_sandbox_requests (
  idempotency_key text primary key,
  fingerprint text not null,
  status integer not null,
  body text not null,
  created_at timestamptz not null
);
create index payment_sandbox_requests_by_age on payment_sandbox_requests (created_at);
