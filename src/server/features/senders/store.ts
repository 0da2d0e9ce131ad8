import { type Kysely, sql, type Transaction } from 'kysely';
import type { Tables } from '../../schema.ts';

type Trx = Transaction<Tables>;
export type SendingKind = Tables['sendings']['kind'];

/** An account, or a visitor by the network that they come from. */
export interface Sender {
  userId: string | null;
  network: string;
}

/** To the end of the transaction: what one sender sends is counted one after another, on all servers. */
export async function lockSendings(trx: Trx, kind: SendingKind, { userId, network }: Sender): Promise<void> {
  const who = `${kind} of ${userId ?? network}`;
  await sql`select pg_advisory_xact_lock(hashtextextended(${who}, 0))`.execute(trx);
}

/** What an account, or all visitors from one network, sent since a time. */
export async function countSendings(
  trx: Trx,
  kind: SendingKind,
  { userId, network }: Sender,
  since: Date,
): Promise<{ count: number; first: Date | null }> {
  return trx
    .selectFrom('sendings')
    .select([sql<number>`count(*)::int`.as('count'), sql<Date | null>`min(sent_at)`.as('first')])
    .where('kind', '=', kind)
    .where('sent_at', '>', since)
    .where((row) =>
      userId === null
        ? row.and([row('network', '=', network), row('user_id', 'is', null)])
        : row('user_id', '=', userId),
    )
    .executeTakeFirstOrThrow();
}

export async function insertSending(
  trx: Trx,
  kind: SendingKind,
  { userId, network }: Sender,
  now: Date,
): Promise<void> {
  await trx.insertInto('sendings').values({ kind, user_id: userId, network, sent_at: now }).execute();
}

export async function deleteSendingsBefore(db: Kysely<Tables>, before: Date): Promise<void> {
  await db.deleteFrom('sendings').where('sent_at', '<=', before).execute();
}
