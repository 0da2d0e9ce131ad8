import type { Insertable, Kysely, Selectable, Updateable } from 'kysely';
import type { Tables } from '../../db/schema.ts';

type Db = Kysely<Tables>;
export type SubscriptionRow = Selectable<Tables['subscriptions']>;

export async function listSubscriptionRows(db: Db, userId: string): Promise<SubscriptionRow[]> {
  return db.selectFrom('subscriptions').selectAll().where('user_id', '=', userId).execute();
}

/** Returns nothing if the user already has a subscription. */
export async function insertSubscription(
  db: Db,
  subscription: Insertable<Tables['subscriptions']>,
): Promise<SubscriptionRow | undefined> {
  return db
    .insertInto('subscriptions')
    .values(subscription)
    .onConflict((conflict) => conflict.column('user_id').doNothing())
    .returningAll()
    .executeTakeFirst();
}

/** Locks the row until the transaction ends. */
export async function lockSubscription(db: Db, userId: string): Promise<SubscriptionRow> {
  return db
    .selectFrom('subscriptions')
    .selectAll()
    .where('user_id', '=', userId)
    .forUpdate()
    .executeTakeFirstOrThrow();
}

export async function updateSubscription(
  db: Db,
  id: string,
  change: Updateable<Tables['subscriptions']>,
): Promise<SubscriptionRow> {
  return db
    .updateTable('subscriptions')
    .set(change)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}
