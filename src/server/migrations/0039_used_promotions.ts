import { type Kysely, sql } from 'kysely';

/**
 * What each person has used of promotions: a discount of a first month is gone from the plan with that month, and the payment
 * service lists the newest hundred plans alone. Of plans from before it is known of those whose discount goes on.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table payment_customers add column used_promotions text[] not null default '{}'`.execute(
    db,
  );
}
