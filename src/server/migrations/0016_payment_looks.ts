import { type Kysely, sql } from 'kysely';

/** Who looks at prices, bills and cards is counted too: the payment service is asked each time. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table payment_attempts drop constraint payment_attempts_kind_check;
    alter table payment_attempts add constraint payment_attempts_kind_check
      check (kind in ('purchase', 'promo', 'look'));
  `.execute(db);
}
