import { type Kysely, type Selectable, sql, type Transaction } from 'kysely';
import type { Tables } from '#server/db/schema.ts';
import type { Kind, Kinds } from './objects.ts';

type Db = Kysely<Tables>;
type Trx = Transaction<Tables>;
export type EventRow = Omit<Selectable<Tables['payment_sandbox_events']>, 'sequence'>;
export type RequestRow = Selectable<Tables['payment_sandbox_requests']>;

/** Until the transaction ends. */
export async function lockSandbox(trx: Trx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('payment-sandbox', 0))`.execute(trx);
}

export async function findObject<K extends Kind>(
  trx: Trx,
  kind: K,
  id: string,
): Promise<Kinds[K] | undefined> {
  const row = await trx
    .selectFrom('payment_sandbox_objects')
    .select('data')
    .where('id', '=', id)
    .where('kind', '=', kind)
    .executeTakeFirst();
  return row?.data as Kinds[K] | undefined;
}

export async function listObjects<K extends Kind>(
  trx: Trx,
  kind: K,
  customer: string | null,
): Promise<Kinds[K][]> {
  let query = trx.selectFrom('payment_sandbox_objects').select('data').where('kind', '=', kind);
  if (customer !== null) query = query.where('customer', '=', customer);
  const rows = await query.orderBy('sequence', 'desc').execute();
  return rows.map(({ data }) => data as Kinds[K]);
}

export async function upsertObject(
  trx: Trx,
  object: Kinds[Kind],
  dueAtSeconds: number | null,
): Promise<void> {
  const dueAt = dueAtSeconds === null ? null : new Date(dueAtSeconds * 1000);
  const data = JSON.stringify(object);
  await trx
    .insertInto('payment_sandbox_objects')
    .values({ id: object.id, kind: object.object, customer: customerOf(object), data, due_at: dueAt })
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet({ customer: customerOf(object), data, due_at: dueAt }),
    )
    .execute();
}

export async function insertSamples(trx: Trx, samples: readonly Kinds[Kind][]): Promise<void> {
  await trx
    .insertInto('payment_sandbox_objects')
    .values(
      samples.map((sample) => ({
        id: sample.id,
        kind: sample.object,
        customer: null,
        data: JSON.stringify(sample),
        due_at: null,
      })),
    )
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute();
}

function customerOf(object: Kinds[Kind]): string | null {
  return 'customer' in object ? object.customer : null;
}

/** The subscription that time changes first, if that is so by now. */
export async function findFirstDue(trx: Trx, now: Date): Promise<{ id: string; dueAt: Date } | undefined> {
  const row = await trx
    .selectFrom('payment_sandbox_objects')
    .select(['id', 'due_at'])
    .where('due_at', '<=', now)
    .orderBy('due_at')
    .orderBy('sequence')
    .limit(1)
    .executeTakeFirst();
  return row?.due_at ? { id: row.id, dueAt: row.due_at } : undefined;
}

/** When time changes something next; null is never. */
export async function nextSandboxDueAt(db: Db): Promise<Date | null> {
  const row = await db
    .selectFrom('payment_sandbox_objects')
    .select('due_at')
    .where('due_at', 'is not', null)
    .orderBy('due_at')
    .limit(1)
    .executeTakeFirst();
  return row?.due_at ?? null;
}

export async function findRequest(trx: Trx, key: string): Promise<RequestRow | undefined> {
  return trx
    .selectFrom('payment_sandbox_requests')
    .selectAll()
    .where('idempotency_key', '=', key)
    .executeTakeFirst();
}

/** Deletes keys older than a day, too. */
export async function insertRequest(trx: Trx, request: RequestRow): Promise<void> {
  const old = new Date(request.created_at.getTime() - 86_400_000);
  await trx.deleteFrom('payment_sandbox_requests').where('created_at', '<', old).execute();
  await trx.insertInto('payment_sandbox_requests').values(request).execute();
}

export async function insertEvent(trx: Trx, event: EventRow): Promise<void> {
  await trx.insertInto('payment_sandbox_events').values(event).execute();
}

/** Takes the oldest due event. Other servers skip it until `lease` has passed. */
export async function takeDueEvent(db: Db, now: Date, lease: Date): Promise<EventRow | undefined> {
  return db
    .updateTable('payment_sandbox_events')
    .set((eb) => ({ attempts: eb('attempts', '+', 1), next_attempt_at: lease }))
    .where('id', '=', (eb) =>
      eb
        .selectFrom('payment_sandbox_events')
        .select('id')
        .where('next_attempt_at', '<=', now)
        .orderBy('next_attempt_at')
        .orderBy('sequence')
        .limit(1)
        .forUpdate()
        .skipLocked(),
    )
    .returning(['id', 'payload', 'attempts', 'created_at', 'next_attempt_at'])
    .executeTakeFirst();
}

/** @param nextAttemptAt null for a delivered or abandoned event */
export async function settleEvent(db: Db, id: string, nextAttemptAt: Date | null): Promise<void> {
  await db
    .updateTable('payment_sandbox_events')
    .set({ next_attempt_at: nextAttemptAt })
    .where('id', '=', id)
    .execute();
}

/** Deletes events that were delivered or given up. */
export async function deleteDeliveredBefore(db: Db, before: Date): Promise<void> {
  await db
    .deleteFrom('payment_sandbox_events')
    .where('next_attempt_at', 'is', null)
    .where('created_at', '<', before)
    .execute();
}
