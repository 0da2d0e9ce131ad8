import { type Kysely, sql } from 'kysely';

/**
 * Who ever had a plan that costs: there is one trial for each. The payment service lists the newest hundred alone, and
 * whoever begins a hundred purchases without paying pushes their trial out of it.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table payment_customers add column had_plan boolean not null default false;
    update payment_customers set had_plan = true
      where user_id in (select user_id from subscriptions where payment_id is not null);
  `.execute(db);
}
