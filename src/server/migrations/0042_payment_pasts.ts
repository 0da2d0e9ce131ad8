import { type Kysely, sql } from 'kysely';

/**
 * Who had a plan that costs, and the promotions that they had one with, by each way to sign in and whatever becomes of the
 * account: whoever deleted theirs and signed in again had another trial. The hashes of those who left before cannot be
 * made any more; those of others are made when they next pay, or leave.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table payment_pasts (
      identity_hash bytea not null,
      service text not null,
      used_promotions text[] not null,
      primary key (identity_hash, service)
    )
  `.execute(db);
}
