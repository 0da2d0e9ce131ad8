import { type Kysely, sql, type Transaction } from 'kysely';
import type { Tables } from '#server/db/schema.ts';

type Trx = Transaction<Tables>;
export type AttemptKind = Tables['payment_attempts']['kind'];

export interface Attempt {
  kind: AttemptKind;
  userId: string | null;
  network: string | null;
  points: number;
}

/** To the end of the transaction: attempts are counted one after another, on all servers. */
export async function lockAttempts(trx: Trx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('payment-attempts', 0))`.execute(trx);
}

export async function deleteAttemptsBefore(db: Kysely<Tables>, before: Date): Promise<void> {
  await db.deleteFrom('payment_attempts').where('tried_at', '<', before).execute();
}

export interface AttemptCount {
  points: number;
  first: Date | null;
}

/** The points of a kind since a time: of one user, of one network, or in total. */
export async function countAttempts(
  db: Kysely<Tables>,
  kind: AttemptKind,
  by: { userId?: string; network?: string },
  since: Date,
): Promise<AttemptCount> {
  let query = db
    .selectFrom('payment_attempts')
    .select(({ fn }) => [fn.sum<string | null>('points').as('points'), fn.min('tried_at').as('first')])
    .where('kind', '=', kind)
    .where('tried_at', '>', since);
  if (by.userId !== undefined) query = query.where('user_id', '=', by.userId);
  if (by.network !== undefined) query = query.where('network', '=', by.network);
  const { points, first } = await query.executeTakeFirstOrThrow();
  return { points: Number(points ?? 0), first };
}

export async function insertAttempt(
  db: Kysely<Tables>,
  { kind, userId, network, points }: Attempt,
  now: Date,
): Promise<void> {
  const row = { kind, user_id: userId, network, points, tried_at: now };
  await db.insertInto('payment_attempts').values(row).execute();
}
