import { type Kysely, sql } from 'kysely';
import type { Role } from '#shared/accounts/accounts.ts';
import type { Tables } from '../../db/schema.ts';
import { living } from './session-store.ts';

/** Of these sessions those that have not ended, with whose they are. To look is not to use them. */
export async function listLivingSessions(
  db: Kysely<Tables>,
  sessionIds: readonly string[],
  now: Date,
): Promise<{ sessionId: string; userId: string; role: Role }[]> {
  if (sessionIds.length === 0) return [];
  return db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .where(sql<boolean>`sessions.id = any(${sessionIds}::text[])`)
    .where(living(now))
    .select(['sessions.id as sessionId', 'users.id as userId', 'users.role'])
    .execute();
}
