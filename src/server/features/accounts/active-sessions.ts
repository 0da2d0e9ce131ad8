import { type Kysely, sql } from 'kysely';
import type { Role } from '#shared/accounts/accounts.ts';
import type { Tables } from '../../db/schema.ts';
import { isActive } from './session-store.ts';

/** The active ones of these sessions, with their users. Reading does not extend them. */
export async function listActiveSessions(
  db: Kysely<Tables>,
  sessionIds: readonly string[],
  now: Date,
): Promise<{ sessionId: string; userId: string; role: Role }[]> {
  if (sessionIds.length === 0) return [];
  return db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .where(sql<boolean>`sessions.id = any(${sessionIds}::text[])`)
    .where(isActive(now))
    .select(['sessions.id as sessionId', 'users.id as userId', 'users.role'])
    .execute();
}
