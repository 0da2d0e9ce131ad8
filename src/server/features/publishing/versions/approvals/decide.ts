import type { Context } from '#server/context.ts';
import type { Viewer } from '#server/features/accounts/viewer.ts';
import { recordAdminAction } from '#server/features/apps/audit.ts';
import { permit } from '#server/features/apps/permit.ts';
import { findAppForPlay } from '#server/features/apps/store.ts';
import { sendWritten } from '#server/features/mail/write.ts';
import { FluxError } from '#shared/contract/errors.ts';
import { changeVersion } from '../change.ts';
import type { StoredVersion } from '../read.ts';
import { updateApproval } from '../store.ts';
import { accept } from './accept.ts';
import { tellUploader } from './tell.ts';

interface Named {
  appId: string;
  versionId: string;
}

/** @throws FluxError `app_not_found`, `forbidden` */
export async function checkMayDecide(context: Context, viewer: Viewer, appId: string): Promise<void> {
  permit(viewer, await findAppForPlay(context, viewer, appId), 'approve');
}

/**
 * Approves a version that waits for it.
 * @throws FluxError `app_not_found`, `forbidden`, `version_not_found`; `conflict` for one that does not wait any more
 */
export async function approve(context: Context, viewer: Viewer, named: Named): Promise<void> {
  let wrote = false;
  await changeVersion(context, viewer, named, 'approve', async (trx, { app, version }) => {
    requirePending(version);
    wrote = await accept(context, trx, viewer, app, version);
    const [before, after] = [
      { version: version.number, approval: version.approval },
      { version: version.number, approval: 'approved' },
    ];
    const event = { action: 'version.approve', before, after } as const;
    await recordAdminAction(trx, viewer, app, 'approve', event, context.clock.now());
  });
  if (wrote) await sendWritten(context);
}

/**
 * Declines a version that waits for approval. It is kept, so that who uploaded it sees why.
 * @throws FluxError `app_not_found`, `forbidden`, `version_not_found`; `conflict` for one that does not wait any more
 */
export async function sendBack(context: Context, viewer: Viewer, named: Named, note: string): Promise<void> {
  let wrote = false;
  await changeVersion(context, viewer, named, 'approve', async (trx, { app, version }) => {
    requirePending(version);
    const decidedAt = context.clock.now();
    await updateApproval(trx, version.id, { approval: 'sent-back', note, decidedBy: viewer.id, decidedAt });
    wrote = await tellUploader(context, trx, viewer, { app, version, note });
    const [before, after] = [
      { version: version.number, approval: version.approval },
      { version: version.number, approval: 'sent-back' },
    ];
    const event = { action: 'version.send-back', before, after, reason: note } as const;
    await recordAdminAction(trx, viewer, app, 'approve', event, decidedAt);
  });
  if (wrote) await sendWritten(context);
}

function requirePending({ approval }: StoredVersion): void {
  if (approval !== 'pending')
    throw new FluxError('conflict', 'Somebody has already decided on this version. Please reload the page.');
}
