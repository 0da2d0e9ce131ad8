import type { Context } from '#server/context.ts';
import type { OwnSession } from '#shared/accounts/accounts.ts';
import { FluxError } from '#shared/contract/errors.ts';
import { deleteOtherSessions, deleteOwnSession, listSessions } from '../session-store.ts';
import type { Viewer } from '../viewer.ts';

/** The user's active sessions, most recently used first. */
export async function listOwn({ db, clock }: Context, viewer: Viewer): Promise<OwnSession[]> {
  const rows = await listSessions(db, viewer.id, clock.now());
  return rows.map((row) => ({
    id: row.id,
    provider: row.provider,
    userAgent: row.user_agent,
    createdAt: row.created_at.toISOString(),
    lastSeenAt: row.last_seen_at.toISOString(),
    current: row.id === viewer.sessionId,
  }));
}

/** @throws FluxError `not_found`, also for another person's session */
export async function endOne({ db }: Context, viewer: Viewer, sessionId: string): Promise<void> {
  if (!(await deleteOwnSession(db, viewer.id, sessionId)))
    throw new FluxError('not_found', 'This browser is no longer signed in.');
}

export async function endOthers({ db }: Context, viewer: Viewer): Promise<void> {
  await deleteOtherSessions(db, viewer.id, viewer.sessionId);
}
