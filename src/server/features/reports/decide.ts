import type { Transaction } from 'kysely';
import type { TakenDown } from '#shared/contact/reports.ts';
import { FluxError } from '#shared/contract/errors.ts';
import type { Context } from '../../context.ts';
import type { Tables } from '../../db/schema.ts';
import type { Viewer } from '../accounts/viewer.ts';
import { notifyIfPending } from '../apps/notify-approvers.ts';
import type { SeenApp } from '../apps/store.ts';
import { restoreTakenDown, takeDown } from '../apps/take-down.ts';
import { withLockedApp } from '../apps/with-locked-app.ts';
import { writeAudit } from '../audit/write.ts';
import { sendWritten } from '../mail/write.ts';
import { broughtBackMail, takenOfflineMail } from './email-templates.ts';
import { notifyOwner } from './notify-owner.ts';
import { decideReports } from './store.ts';

type Trx = Transaction<Tables>;

/**
 * Dismisses the open reports of an app.
 * @throws FluxError `app_not_found`; `conflict` without any
 */
export async function dismissReports(
  context: Context,
  viewer: Viewer,
  appId: string,
  note: string,
): Promise<void> {
  await withLockedApp(context, viewer, appId, 'edit', async (trx, app) => {
    const now = context.clock.now();
    const reports = await decideReports(trx, app.id, { state: 'dismissed', decidedBy: viewer.id, note }, now);
    if (reports === 0)
      throw new FluxError('conflict', 'These reports have already been decided. Please reload the page.');
    const event = { action: 'report.dismiss', before: { reports }, after: null, reason: note } as const;
    await writeAudit(trx, { ...event, ...about(viewer, app) }, now);
  });
}

/**
 * Takes an app down and mails its owner, in one transaction; delivery and open pages learn of it at the commit. Its
 * open reports are decided.
 * @throws FluxError `app_not_found`; `conflict` if it is already taken down
 */
export async function takeDownReported(
  context: Context,
  viewer: Viewer,
  appId: string,
  reason: string,
): Promise<TakenDown> {
  const done = await withLockedApp(context, viewer, appId, 'edit', async (trx, app) => {
    if (app.isTakenDown)
      throw new FluxError('conflict', 'An administrator has already taken this application offline.');
    const now = context.clock.now();
    await takeDown(trx, app.id, { reason, by: viewer.id }, now);
    await uphold(trx, viewer, app, reason, now);
    const event = {
      action: 'application.take-offline',
      before: { isOffline: app.isOffline, isPublic: app.isPublic },
      after: { isOffline: true, isPublic: false },
      reason,
    } as const;
    await writeAudit(trx, { ...event, ...about(viewer, app) }, now);
    const content = takenOfflineMail(context.config, app, reason);
    return { at: now, wroteMail: await notifyOwner(trx, viewer, app, content, now) };
  });
  if (done.wroteMail) await sendWritten(context);
  return { at: done.at.toISOString(), reason };
}

/** @throws FluxError `app_not_found`; `conflict` if it is not taken down */
export async function restoreReported(context: Context, viewer: Viewer, appId: string): Promise<void> {
  const wroteMail = await withLockedApp(context, viewer, appId, 'edit', async (trx, app) => {
    if (!app.isTakenDown)
      throw new FluxError('conflict', 'No administrator has taken this application offline.');
    const now = context.clock.now();
    await restoreTakenDown(trx, app.id);
    const isPublic = app.wantsPublic && app.isApproved && !app.isOffline;
    const event = {
      action: 'application.bring-back',
      before: { isOffline: true, isPublic: false },
      after: { isOffline: app.isOffline, isPublic },
    } as const;
    await writeAudit(trx, { ...event, ...about(viewer, app) }, now);
    const toOwner = await notifyOwner(trx, viewer, app, broughtBackMail(context.config, app), now);
    // Approvers were not notified of uploads during the takedown.
    const toDeciders = await notifyIfPending(context, trx, viewer, { ...app, isTakenDown: false }, 'return');
    return toOwner || toDeciders;
  });
  if (wroteMail) await sendWritten(context);
}

async function uphold(trx: Trx, viewer: Viewer, app: SeenApp, reason: string, now: Date): Promise<void> {
  const decision = { state: 'upheld', decidedBy: viewer.id, note: reason } as const;
  const reports = await decideReports(trx, app.id, decision, now);
  if (reports === 0) return;
  const event = { action: 'report.uphold', before: { reports }, after: null, reason } as const;
  await writeAudit(trx, { ...event, ...about(viewer, app) }, now);
}

function about({ id: actorId }: Viewer, { id, name }: SeenApp) {
  return { actorId, target: { kind: 'application' as const, id, name } };
}
