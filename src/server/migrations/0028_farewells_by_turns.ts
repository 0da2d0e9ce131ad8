import { type Kysely, sql } from 'kysely';

/** Whom the payment service does not forget is asked about by turns. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table payment_customers add column farewell_tried_at timestamptz;
    drop index payment_customers_who_left;
    create index payment_customers_who_left on payment_customers (service, farewell_tried_at nulls first, customer_id)
      where user_id is null;
  `.execute(db);
}
