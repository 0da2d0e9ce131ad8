import { type Kysely, sql } from 'kysely';

/** Whoever leaves stays a customer until the payment service was told, so that nobody is charged after it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table payment_customers
      drop constraint payment_customers_pkey,
      drop constraint payment_customers_customer_id_key,
      drop constraint payment_customers_user_id_fkey,
      add primary key (customer_id),
      -- Null once that person has left.
      alter column user_id drop not null,
      add foreign key (user_id) references users on delete set null,
      add unique (user_id, service);
    create index payment_customers_who_left on payment_customers (service) where user_id is null;
  `.execute(db);
}
