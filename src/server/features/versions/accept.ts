import type { Transaction } from 'kysely';
import type { Tables } from '../../schema.ts';
import type { Viewer } from '../accounts/viewer.ts';
import { type SeenApp, updateApp } from '../apps/store.ts';
import { updateApproval } from './store.ts';

/**
 * Approves a version and makes it the active one, and with its first one the app itself, which becomes public where it
 * was to be. The app's row must be locked.
 */
export async function accept(
  trx: Transaction<Tables>,
  viewer: Pick<Viewer, 'id'>,
  app: SeenApp,
  versionId: string,
  now: Date,
): Promise<void> {
  const decision = { approval: 'approved', note: '', decidedBy: viewer.id, decidedAt: now } as const;
  await updateApproval(trx, versionId, decision);
  await updateApp(trx, app.id, { activeVersionId: versionId, updatedAt: now, ...nowSeen(app) });
}

/** What becomes of an app whose active version was approved. */
export function nowSeen(app: SeenApp): { isApproved?: true; isPublic?: boolean; wantsPublic?: false } {
  return app.isApproved ? {} : { isApproved: true, isPublic: app.wantsPublic, wantsPublic: false };
}
