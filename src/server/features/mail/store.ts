import { type Insertable, type Kysely, type Selectable, sql, type Transaction } from 'kysely';
import type { Tables } from '../../db/schema.ts';

type Db = Kysely<Tables>;
export type MailRow = Selectable<Tables['mails']>;

export async function insertMails(
  trx: Transaction<Tables>,
  mails: readonly Omit<Insertable<Tables['mails']>, 'state' | 'attempts' | 'problem' | 'settled_at'>[],
): Promise<void> {
  await trx.insertInto('mails').values(mails).execute();
}

/** Deletes pending mails about one of these. */
export async function deletePendingAbout(trx: Transaction<Tables>, about: readonly string[]): Promise<void> {
  if (about.length === 0) return;
  await trx
    .deleteFrom('mails')
    .where(sql<boolean>`about = any(${about}::text[])`)
    .where('state', '=', 'waiting')
    .execute();
}

/** Not once a server has taken it to send it. */
export async function updateUntriedMail(
  db: Db,
  about: string,
  mail: Pick<MailRow, 'subject' | 'text' | 'html' | 'next_attempt_at'>,
): Promise<void> {
  await db
    .updateTable('mails')
    .set(mail)
    .where('about', '=', about)
    .where('state', '=', 'waiting')
    .where('attempts', '=', 0)
    .execute();
}

/** Whether this address was written to about something since then; `to` in lower case. */
export async function hasMailSince(
  db: Db,
  { to, about, since }: { to: string; about: string; since: Date },
): Promise<boolean> {
  const found = await db
    .selectFrom('mails')
    .select('id')
    .where('to_address', '=', to)
    .where('about', '=', about)
    .where('created_at', '>', since)
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

/**
 * And those with this reply address.
 * @param address in lower case
 */
export async function deleteMailsTo(trx: Transaction<Tables>, address: string): Promise<void> {
  await trx.deleteFrom('mails').where('to_address', '=', address).execute();
  await trx.deleteFrom('mails').where(sql`lower(reply_to)`, '=', address).execute();
}

/**
 * Mails to an address about a user.
 * @param address in lower case
 */
export async function deleteMailsAbout(
  trx: Transaction<Tables>,
  userId: string,
  address: string,
): Promise<void> {
  await trx
    .deleteFrom('mails')
    .where('to_address', '=', address)
    .where(sql`position(${userId} in about)`, '>', 0)
    .execute();
}

/** Takes the longest due mail for this server until `until`. After a crash another server retries it then. */
export async function takeDueMail(db: Db, now: Date, until: Date): Promise<MailRow | undefined> {
  return db
    .updateTable('mails')
    .set((mail) => ({ attempts: mail('attempts', '+', 1), next_attempt_at: until }))
    .where('id', '=', (mails) =>
      mails
        .selectFrom('mails')
        .select('id')
        .where('state', '=', 'waiting')
        .where('next_attempt_at', '<=', now)
        .orderBy('next_attempt_at')
        .orderBy('id')
        .limit(1)
        .forUpdate()
        .skipLocked(),
    )
    .returningAll()
    .executeTakeFirst();
}

export async function settleMail(
  db: Db,
  id: string,
  state: 'sent' | 'failed',
  problem: string,
  now: Date,
): Promise<void> {
  await db
    .updateTable('mails')
    .set({ state, problem, settled_at: now })
    .where('id', '=', id)
    .where('state', '=', 'waiting')
    .execute();
}

export async function postponeMail(
  db: Db,
  id: string,
  { until, problem }: { until: Date; problem: string },
): Promise<void> {
  await db
    .updateTable('mails')
    .set({ next_attempt_at: until, problem })
    .where('id', '=', id)
    .where('state', '=', 'waiting')
    .execute();
}

export interface MailCursor {
  createdMicros: number;
  id: string;
}

/** Newest first. */
export async function listMailRows(
  db: Db,
  after: MailCursor | null,
  limit: number,
): Promise<(MailRow & MailCursor)[]> {
  return db
    .selectFrom('mails')
    .selectAll()
    .select(sql<number>`(extract(epoch from created_at) * 1000000)::bigint`.as('createdMicros'))
    .where(
      after === null
        ? sql<boolean>`true`
        : sql<boolean>`(created_at, id) < (timestamptz 'epoch' + ${after.createdMicros}::float8 * interval '1 microsecond', ${after.id})`,
    )
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}

/** Those that were sent or given up before, and those that were written before and will not be sent. */
export async function deleteMailsBefore(db: Db, before: Date): Promise<void> {
  await db
    .deleteFrom('mails')
    .where((mail) => mail(mail.fn.coalesce('settled_at', 'created_at'), '<', before))
    .execute();
}
