import {
  type Expression,
  expressionBuilder,
  type Insertable,
  type Kysely,
  type Selectable,
  type SqlBool,
  type Transaction,
} from 'kysely';
import type { Tables } from '../../db/schema.ts';
import type { Viewer } from './viewer.ts';

type Db = Kysely<Tables>;

const idleMilliseconds = 7 * 86_400_000;

/** An active session: not expired, and used within the idle limit. */
export function isActive(now: Date): Expression<SqlBool> {
  const row = expressionBuilder<Tables, 'sessions'>();
  return row.and([
    row('sessions.expires_at', '>', now),
    row('sessions.last_seen_at', '>', new Date(now.getTime() - idleMilliseconds)),
  ]);
}

/** More than a user's browsers need; repeated sign-ins cannot fill the table. */
export const maxSessions = 50;

/** Deletes the user's least recently used sessions beyond the limit. */
export async function insertSession(db: Db, session: Insertable<Tables['sessions']>): Promise<void> {
  await db.insertInto('sessions').values(session).execute();
  await db
    .deleteFrom('sessions')
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('sessions')
        .select('id')
        .where('user_id', '=', session.user_id)
        .where('id', '!=', session.id)
        .orderBy('last_seen_at', 'desc')
        .orderBy('created_at', 'desc')
        .offset(maxSessions - 1),
    )
    .execute();
}

/** The first active session of these hashes, with its user. */
export async function findSession(
  db: Db,
  secretHashes: Buffer[],
  now: Date,
): Promise<(Viewer & { lastSeenAt: Date }) | undefined> {
  return db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .where('sessions.secret_hash', 'in', secretHashes)
    .where(isActive(now))
    .where('users.disabled_at', 'is', null)
    .select([
      'users.id',
      'users.username',
      'users.email',
      'users.role',
      'sessions.id as sessionId',
      'sessions.authenticated_at as signedInAt',
      'sessions.last_seen_at as lastSeenAt',
    ])
    .orderBy('sessions.created_at', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** Locks a session until the transaction ends; false if it no longer exists. */
export async function lockSession(trx: Transaction<Tables>, sessionId: string): Promise<boolean> {
  const row = await trx
    .selectFrom('sessions')
    .select('id')
    .where('id', '=', sessionId)
    .forUpdate()
    .executeTakeFirst();
  return row !== undefined;
}

export async function touchSession(db: Db, sessionId: string, now: Date): Promise<void> {
  await db.updateTable('sessions').set({ last_seen_at: now }).where('id', '=', sessionId).execute();
}

export async function deleteSession(db: Db, secretHash: Buffer): Promise<void> {
  await db.deleteFrom('sessions').where('secret_hash', '=', secretHash).execute();
}

export async function deleteEndedSessions(db: Db, now: Date): Promise<void> {
  await db
    .deleteFrom('sessions')
    .where((row) => row.not(isActive(now)))
    .execute();
}

/** A user's active sessions, most recently used first. */
export async function listSessions(
  db: Db,
  userId: string,
  now: Date,
): Promise<Selectable<Tables['sessions']>[]> {
  return db
    .selectFrom('sessions')
    .selectAll()
    .where('user_id', '=', userId)
    .where(isActive(now))
    .orderBy('last_seen_at', 'desc')
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute();
}

/** @returns whether the user had this session */
export async function deleteOwnSession(db: Db, userId: string, sessionId: string): Promise<boolean> {
  const result = await db
    .deleteFrom('sessions')
    .where('user_id', '=', userId)
    .where('id', '=', sessionId)
    .executeTakeFirst();
  return result.numDeletedRows > 0n;
}

/** Ends all sessions of a user. */
export async function deleteSessionsOf(db: Db, userId: string): Promise<void> {
  await db.deleteFrom('sessions').where('user_id', '=', userId).execute();
}

/** @param provider only those that came by this provider */
export async function deleteOtherSessions(
  db: Db,
  userId: string,
  keptSessionId: string,
  provider?: string,
): Promise<void> {
  await db
    .deleteFrom('sessions')
    .where('user_id', '=', userId)
    .where('id', '<>', keptSessionId)
    .$if(provider !== undefined, (query) => query.where('provider', '=', provider ?? ''))
    .execute();
}
