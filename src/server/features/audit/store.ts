import { type Insertable, type Kysely, type Selectable, sql, type Transaction } from 'kysely';
import type { AuditAction } from '#shared/admin/admin.ts';
import type { Tables } from '../../db/schema.ts';

type Db = Kysely<Tables>;

/** A user's display name; undefined for a missing user. */
export async function findName(trx: Transaction<Tables>, userId: string): Promise<string | undefined> {
  const row = await trx.selectFrom('users').select('username').where('id', '=', userId).executeTakeFirst();
  return row?.username;
}

/** The current names of users and organizations by id; deleted ones are omitted. */
export async function listNames(db: Db, ids: readonly string[]): Promise<{ id: string; name: string }[]> {
  if (ids.length === 0) return [];
  const organizations = db.selectFrom('organizations').select(['id', 'name']).where('id', 'in', ids);
  return db
    .selectFrom('users')
    .select(['id', 'username as name'])
    .where('id', 'in', ids)
    .unionAll(organizations)
    .execute();
}

export async function insertEntry(
  trx: Transaction<Tables>,
  entry: Insertable<Tables['audit_log']>,
): Promise<void> {
  await trx.insertInto('audit_log').values(entry).execute();
}

export interface AuditCursor {
  /** Microseconds since 1970. */
  atMicros: number;
  sequence: number;
}

export interface AuditFilters {
  actor?: string | undefined;
  action?: AuditAction | undefined;
  target?: string | undefined;
  /** From this moment on, and up to but without the other one. */
  from?: string | undefined;
  to?: string | undefined;
}

export type EntryRow = Selectable<Tables['audit_log']> & AuditCursor;

/** Newest first. */
export async function listEntries(
  db: Db,
  { actor, action, target, from, to }: AuditFilters,
  after: AuditCursor | null,
  limit: number,
): Promise<EntryRow[]> {
  let query = db
    .selectFrom('audit_log')
    .selectAll()
    .select(sql<number>`(extract(epoch from at) * 1000000)::bigint`.as('atMicros'));
  if (actor !== undefined) query = query.where('actor_id', '=', actor);
  if (action !== undefined) query = query.where('action', '=', action);
  if (target !== undefined) query = query.where('target_id', '=', target);
  if (from !== undefined) query = query.where('at', '>=', new Date(from));
  if (to !== undefined) query = query.where('at', '<', new Date(to));
  if (after !== null)
    query = query.where(
      sql<boolean>`(at, sequence) < (timestamptz 'epoch' + ${after.atMicros}::float8 * interval '1 microsecond', ${after.sequence}::bigint)`,
    );
  return query.orderBy('at', 'desc').orderBy('sequence', 'desc').limit(limit).execute();
}
