import { type Insertable, type Kysely, sql, type Transaction } from 'kysely';
import type { SupportState } from '#shared/contact/support.ts';
import type { Tables } from '../../db/schema.ts';

type Db = Kysely<Tables>;
type Trx = Transaction<Tables>;

/** Locks the daily count until the transaction ends. The sender's lock comes first. */
export async function lockDay(trx: Trx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('support requests of a day', 0))`.execute(trx);
}

/** The daily limit bounds the number of rows. */
export async function countRequestsSince(trx: Trx, since: Date): Promise<{ visitors: number; all: number }> {
  return trx
    .selectFrom('support_requests')
    .select([
      sql<number>`(count(*) filter (where user_id is null))::int`.as('visitors'),
      sql<number>`count(*)::int`.as('all'),
    ])
    .where('created_at', '>', since)
    .executeTakeFirstOrThrow();
}

export async function insertRequest(
  trx: Trx,
  request: Omit<Insertable<Tables['support_requests']>, 'created_at' | 'resolved_at' | 'resolved_by'>,
  now: Date,
): Promise<void> {
  await trx
    .insertInto('support_requests')
    .values({ ...request, created_at: now, resolved_at: null, resolved_by: null })
    .execute();
}

/** Holds a request to the end of the transaction. */
export async function lockRequest(trx: Trx, id: string) {
  return trx
    .selectFrom('support_requests')
    .select(['category', 'resolved_at as resolvedAt'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
}

/** @param resolved null: it is open again */
export async function setResolved(
  trx: Trx,
  id: string,
  resolved: { at: Date; by: string } | null,
): Promise<void> {
  await trx
    .updateTable('support_requests')
    .set({ resolved_at: resolved?.at ?? null, resolved_by: resolved?.by ?? null })
    .where('id', '=', id)
    .execute();
}

/**
 * Requests of visitors with this address.
 * @param address in lower case
 */
export async function deleteRequestsFrom(trx: Trx, address: string): Promise<void> {
  await trx
    .deleteFrom('support_requests')
    .where('user_id', 'is', null)
    .where(sql`lower(email)`, '=', address)
    .execute();
}

export interface RequestCursor {
  createdMicros: number;
  id: string;
}

interface RequestQuery {
  state: SupportState | undefined;
  after: RequestCursor | null;
  limit: number;
}

/** Newest first. */
export async function listRequestRows(db: Db, { state, after, limit }: RequestQuery) {
  let query = db
    .selectFrom('support_requests as request')
    .leftJoin('users as account', 'account.id', 'request.user_id')
    .leftJoin('users as resolver', 'resolver.id', 'request.resolved_by')
    .select([
      'request.id',
      'request.name',
      'request.email',
      'request.category',
      'request.priority',
      'request.subject',
      'request.message',
      'request.created_at as createdAt',
      'request.resolved_at as resolvedAt',
      'account.id as userId',
      'account.username as accountName',
      'account.email as accountEmail',
      'request.user_role as userRole',
      'resolver.id as resolverId',
      'resolver.username as resolverName',
      sql<number>`(extract(epoch from request.created_at) * 1000000)::bigint`.as('createdMicros'),
    ]);
  if (state !== undefined)
    query = query.where('request.resolved_at', state === 'open' ? 'is' : 'is not', null);
  if (after !== null)
    query = query.where(
      sql<boolean>`(request.created_at, request.id) < (timestamptz 'epoch' + ${after.createdMicros}::float8 * interval '1 microsecond', ${after.id})`,
    );
  return query.orderBy('request.created_at', 'desc').orderBy('request.id', 'desc').limit(limit).execute();
}

export type RequestRow = Awaited<ReturnType<typeof listRequestRows>>[number];
