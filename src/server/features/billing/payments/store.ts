import { type Kysely, type RawBuilder, type Selectable, sql, type Transaction } from 'kysely';
import type { Tables } from '#server/db/schema.ts';
import type { Payments } from '../stripe/port.ts';

type Db = Kysely<Tables>;
type Service = Payments['service'];
export type CustomerRow = Selectable<Tables['payment_customers']>;
export type RedemptionRow = Selectable<Tables['redemption_history']>;

export async function findCustomer(
  db: Db,
  userId: string,
  service: Service,
): Promise<CustomerRow | undefined> {
  return db
    .selectFrom('payment_customers')
    .selectAll()
    .where('user_id', '=', userId)
    .where('service', '=', service)
    .executeTakeFirst();
}

/** The first insert wins; concurrent ones return the same row. */
export async function insertCustomer(
  db: Db,
  customer: Pick<CustomerRow, 'service' | 'customer_id' | 'created_at'> & { user_id: string },
): Promise<CustomerRow> {
  await db
    .insertInto('payment_customers')
    .values(customer)
    .onConflict((conflict) => conflict.columns(['user_id', 'service']).doNothing())
    .execute();
  return db
    .selectFrom('payment_customers')
    .selectAll()
    .where('user_id', '=', customer.user_id)
    .where('service', '=', customer.service)
    .executeTakeFirstOrThrow();
}

/** Of two concurrent replacements of a deleted customer, one succeeds. */
export async function replaceCustomer(
  db: Db,
  gone: string,
  { customer_id, created_at }: Pick<CustomerRow, 'customer_id' | 'created_at'>,
): Promise<void> {
  await db
    .updateTable('payment_customers')
    .set({ customer_id, created_at, checkout_until: null })
    .where('customer_id', '=', gone)
    .execute();
}

export async function findUserOfCustomer(
  db: Db,
  customerId: string,
  service: Service,
): Promise<string | undefined> {
  const row = await db
    .selectFrom('payment_customers')
    .select('user_id')
    .where('customer_id', '=', customerId)
    .where('service', '=', service)
    .executeTakeFirst();
  return row?.user_id ?? undefined;
}

export interface ProviderRead {
  /** Readings are numbered as they begin. */
  number: number;
  /** The number of the one that was written last as it began; 0 is none. */
  appliedBefore: number;
}

/** Starts a read. */
export async function startRead(db: Db, customerId: string): Promise<ProviderRead> {
  return db
    .updateTable('payment_customers')
    .set((eb) => ({ reads_started: eb('reads_started', '+', 1) }))
    .where('customer_id', '=', customerId)
    .returning(['reads_started as number', 'reads_applied as appliedBefore'])
    .executeTakeFirstOrThrow();
}

/**
 * Decides about a read of the provider. It may be applied if no other was applied since it started. It is dropped if
 * a later one was applied, and repeated if an earlier one was applied meanwhile, because their order is unknown.
 * Locks the customer's row until the transaction ends if it may be applied. Plans that cost, and former ones, are
 * recorded with `promotions`.
 * @param promotions the promotions of these plans
 */
export async function claimRead(
  db: Db,
  customerId: string,
  { number, appliedBefore }: ProviderRead,
  promotions: readonly string[],
): Promise<'write' | 'drop' | 'read again'> {
  const customer = db.selectFrom('payment_customers').where('customer_id', '=', customerId);
  const { reads_applied: written } = await customer
    .select('reads_applied')
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
  if (written > number) return 'drop';
  if (written !== appliedBefore) return 'read again';
  await db
    .updateTable('payment_customers')
    .set({
      reads_applied: number,
      had_plan: true,
      used_promotions: joined(sql.ref('used_promotions'), sql`${promotions}::text[]`),
    })
    .where('customer_id', '=', customerId)
    .execute();
  return 'write';
}

/** The user's customers with a former or current paid plan, locked until the transaction ends. */
export async function lockCustomersWithPlan(
  trx: Transaction<Tables>,
  userId: string,
): Promise<CustomerRow[]> {
  return trx
    .selectFrom('payment_customers')
    .selectAll()
    .where('user_id', '=', userId)
    .where('had_plan', '=', true)
    .orderBy('service')
    .forNoKeyUpdate()
    .execute();
}

/** Adds to the stored history. */
export async function upsertRedemptions(
  trx: Transaction<Tables>,
  pasts: readonly RedemptionRow[],
): Promise<void> {
  if (pasts.length === 0) return;
  await trx
    .insertInto('redemption_history')
    .values(pasts)
    .onConflict((conflict) =>
      conflict.columns(['identity_hash', 'service']).doUpdateSet({
        used_promotions: joined(
          sql.ref('redemption_history.used_promotions'),
          sql.ref('excluded.used_promotions'),
        ),
      }),
    )
    .execute();
}

export async function listRedemptions(
  db: Db,
  service: Service,
  identityHashes: readonly Buffer[],
): Promise<RedemptionRow[]> {
  return db
    .selectFrom('redemption_history')
    .selectAll()
    .where('service', '=', service)
    .where('identity_hash', '=', sql<Buffer>`any(${identityHashes}::bytea[])`)
    .execute();
}

/** Each once. */
function joined(ids: RawBuilder<unknown>, more: RawBuilder<unknown>): RawBuilder<string[]> {
  return sql`array(select distinct unnest(${ids} || ${more}))`;
}

/**
 * Longer than any purchase: a dozen requests with three attempts of 20 seconds each; by the database's clock, which
 * all servers share. After a crash the user waits for its end.
 */
const checkoutSeconds = 15 * 60;

/**
 * Starts a checkout; others for the same user wait until it ends.
 * @returns the key to end it, or null during another checkout
 */
export async function startCheckout(db: Db, customerId: string): Promise<Date | null> {
  // The end time identifies a checkout and has the precision of a Date; the next one starts later.
  const until = sql<Date>`date_trunc('milliseconds', now() + make_interval(secs => ${checkoutSeconds}))`;
  const begun = await db
    .updateTable('payment_customers')
    .set({ checkout_until: until })
    .where('customer_id', '=', customerId)
    .where((eb) => eb.or([eb('checkout_until', 'is', null), eb('checkout_until', '<', sql<Date>`now()`)]))
    .returning('checkout_until')
    .executeTakeFirst();
  return begun?.checkout_until ?? null;
}

/** Ends this checkout only: it may have expired, and another may have started. */
export async function endCheckout(db: Db, customerId: string, until: Date): Promise<void> {
  await db
    .updateTable('payment_customers')
    .set({ checkout_until: null })
    .where('customer_id', '=', customerId)
    .where('checkout_until', '=', until)
    .execute();
}

export async function isProcessed(db: Db, eventId: string): Promise<boolean> {
  const query = db.selectFrom('processed_events').select('id').where('id', '=', eventId);
  return (await query.executeTakeFirst()) !== undefined;
}

export async function insertProcessedEvent(
  db: Db,
  event: Pick<Selectable<Tables['processed_events']>, 'id' | 'type' | 'processed_at'>,
): Promise<void> {
  await db
    .insertInto('processed_events')
    .values(event)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export async function deleteProcessedEventsBefore(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('processed_events').where('processed_at', '<', before).execute();
}

/**
 * Users whose period ended without a renewal event, the most recent first: some never get another event, and must not
 * delay the others.
 */
export async function listOverdue(
  db: Db,
  service: Service,
  before: Date,
  limit: number,
): Promise<{ userId: string; customerId: string }[]> {
  return db
    .selectFrom('payment_customers')
    .innerJoin('subscriptions', 'subscriptions.user_id', 'payment_customers.user_id')
    .select(['subscriptions.user_id as userId', 'payment_customers.customer_id as customerId'])
    .where('payment_customers.service', '=', service)
    .where('subscriptions.payment_id', 'is not', null)
    .where('subscriptions.status', '!=', 'cancelled')
    .where('subscriptions.current_period_ends_at', '<', before)
    .orderBy('subscriptions.current_period_ends_at', 'desc')
    .limit(limit)
    .execute();
}

/**
 * Departed customers, first those never tried, then by the last attempt: some fail permanently and must not delay the
 * others.
 */
export async function listDepartedCustomers(db: Db, service: Service, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('payment_customers')
    .select('customer_id')
    .where('service', '=', service)
    .where('user_id', 'is', null)
    .orderBy('deletion_tried_at', (order) => order.asc().nullsFirst())
    .orderBy('customer_id')
    .limit(limit)
    .execute();
  return rows.map((row) => row.customer_id);
}

export async function recordDeletionAttempt(db: Db, customerId: string, now: Date): Promise<void> {
  await db
    .updateTable('payment_customers')
    .set({ deletion_tried_at: now })
    .where('customer_id', '=', customerId)
    .execute();
}

export async function deleteCustomer(db: Db, customerId: string): Promise<void> {
  await db.deleteFrom('payment_customers').where('customer_id', '=', customerId).execute();
}
