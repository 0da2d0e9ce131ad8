import type { Transaction } from 'kysely';
import type { Context } from '#server/context.ts';
import type { Tables } from '#server/db/schema.ts';
import type { Viewer } from '#server/features/accounts/viewer.ts';
import { isHidden } from '#server/features/apps/can.ts';
import { type SeenApp, updateApp } from '#server/features/apps/store.ts';
import type { StoredVersion } from '../read.ts';
import { updateApproval } from '../store.ts';
import { tellUploader } from './tell.ts';

/**
 * Approves a version and makes it the active one, unless it is held back, and with its first one the app itself, which
 * becomes public where it was to be. The app's row must be locked; `sendWritten` comes after.
 * @returns whether a mail was written
 */
export async function accept(
  context: Context,
  trx: Transaction<Tables>,
  viewer: Viewer,
  app: SeenApp,
  version: StoredVersion,
): Promise<boolean> {
  const now = context.clock.now();
  const decision = { approval: 'approved', note: '', decidedBy: viewer.id, decidedAt: now } as const;
  await updateApproval(trx, version.id, decision);
  const activeVersionId = version.heldBack.length === 0 ? version.id : app.activeVersionId;
  if (version.id === activeVersionId)
    await updateApp(trx, app.id, { activeVersionId, updatedAt: now, ...nowSeen(app) });
  return tellUploader(context, trx, viewer, { app: { ...app, activeVersionId }, version, note: null });
}

/** What becomes of an app whose active version was approved. */
export function nowSeen(app: SeenApp): { isApproved?: true; isPublic?: boolean; wantsPublic?: false } {
  if (app.isApproved) return {};
  // What is offline stays so, whoever approves it.
  if (isHidden(app)) return { isApproved: true };
  return { isApproved: true, isPublic: app.wantsPublic, wantsPublic: false };
}
