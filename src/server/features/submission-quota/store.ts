import { type Kysely, sql, type Transaction } from 'kysely';
import type { Tables } from '../../db/schema.ts';

type Trx = Transaction<Tables>;
export type SubmissionKind = Tables['submissions']['kind'];

/** An account, or a visitor, who is known by network. */
export interface Submitter {
  userId: string | null;
  network: string;
}

/** Serializes the submissions of one submitter on all servers until the transaction ends. */
export async function lockSubmissions(
  trx: Trx,
  kind: SubmissionKind,
  { userId, network }: Submitter,
): Promise<void> {
  const who = `${kind} of ${userId ?? network}`;
  await sql`select pg_advisory_xact_lock(hashtextextended(${who}, 0))`.execute(trx);
}

/** Counts the submissions of an account, or of all visitors of a network, since a time. */
export async function countSubmissions(
  trx: Trx,
  kind: SubmissionKind,
  { userId, network }: Submitter,
  since: Date,
): Promise<{ count: number; first: Date | null }> {
  return trx
    .selectFrom('submissions')
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

export async function insertSubmission(
  trx: Trx,
  kind: SubmissionKind,
  { userId, network }: Submitter,
  now: Date,
): Promise<void> {
  await trx.insertInto('submissions').values({ kind, user_id: userId, network, sent_at: now }).execute();
}

export async function deleteSubmissionsBefore(db: Kysely<Tables>, before: Date): Promise<void> {
  await db.deleteFrom('submissions').where('sent_at', '<=', before).execute();
}
