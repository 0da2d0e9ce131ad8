import { type Kysely, sql } from 'kysely';

/** Who subscribes to what. An administrator's rights come with the role and are no row here. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table subscriptions (
      id text primary key,
      user_id text not null unique references users on delete cascade,
      -- As the payment service says it; what it means is decided by shared/billing.ts.
      status text not null,
      tier text not null check (tier in ('indie', 'pro', 'pro-plus', 'enterprise', 'unknown')),
      -- Null where nothing is paid.
      price_id text,
      is_trial_active boolean not null default false,
      trial_ends_at timestamptz,
      cancel_at_period_end boolean not null default false,
      -- Null where it has no end.
      current_period_ends_at timestamptz,
      created_at timestamptz not null,
      updated_at timestamptz not null
    );
  `.execute(db);
}
