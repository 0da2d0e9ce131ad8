import { type Kysely, sql } from 'kysely';

/** Who tried to pay of late, and how that went: whoever tries out stolen cards is stopped by it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table payment_attempts (
      id bigint generated always as identity primary key,
      -- What is counted together.
      kind text not null check (kind in ('purchase', 'promo')),
      -- Null once that person has left: it counts for their network and for all still.
      user_id text references users on delete set null,
      -- Null where the bank's word came by the payment service.
      network text,
      points integer not null,
      tried_at timestamptz not null
    );
    create index payment_attempts_by_time on payment_attempts (tried_at);
    create index payment_attempts_by_user on payment_attempts (user_id);
  `.execute(db);
}
