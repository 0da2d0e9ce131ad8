import type { Insertable, Kysely } from 'kysely';
import type { Tables } from '../../schema.ts';
import type { Viewer } from './viewer.ts';

type Db = Kysely<Tables>;

export async function insertSession(db: Db, session: Insertable<Tables['sessions']>): Promise<void> {
  await db.insertInto('sessions').values(session).execute();
}

/** The first living session that one of the hashes names, with its person. */
export async function findSession(
  db: Db,
  secretHashes: Buffer[],
  now: Date,
  seenAfter: Date,
): Promise<(Viewer & { lastSeenAt: Date }) | undefined> {
  return db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .where('sessions.secret_hash', 'in', secretHashes)
    .where('sessions.expires_at', '>', now)
    .where('sessions.last_seen_at', '>', seenAfter)
    .select([
      'users.id',
      'users.username',
      'users.email',
      'users.role',
      'sessions.id as sessionId',
      'sessions.created_at as signedInAt',
      'sessions.last_seen_at as lastSeenAt',
    ])
    .orderBy('sessions.created_at', 'desc')
    .limit(1)
    .executeTakeFirst();
}

export async function touchSession(db: Db, sessionId: string, now: Date): Promise<void> {
  await db.updateTable('sessions').set({ last_seen_at: now }).where('id', '=', sessionId).execute();
}

export async function deleteSession(db: Db, secretHash: Buffer): Promise<void> {
  await db.deleteFrom('sessions').where('secret_hash', '=', secretHash).execute();
}

export async function deleteSessionsBefore(db: Db, now: Date, seenBefore: Date): Promise<void> {
  await db
    .deleteFrom('sessions')
    .where((row) => row.or([row('expires_at', '<=', now), row('last_seen_at', '<=', seenBefore)]))
    .execute();
}
