import type { Context } from '#server/context.ts';
import { FluxError } from '#shared/contract/errors.ts';
import { startBlockers } from '#shared/versions/startable.ts';
import type { Viewer } from '../../accounts/viewer.ts';
import { recordAdminAction } from '../../apps/audit.ts';
import { canApprove } from '../../apps/can.ts';
import { updateApp } from '../../apps/store.ts';
import { sendWritten } from '../../mail/write.ts';
import { accept } from './approvals/accept.ts';
import { changeVersion } from './change.ts';
import { findVersion, type StoredVersion } from './read.ts';
import { releaseVersion } from './store.ts';

interface Activation {
  appId: string;
  versionId: string;
  /** Activates a version that is held back, too, and releases it. */
  anyway: boolean;
}

/**
 * Makes a version the active one. Players keep the version that their page began with. For those who decide
 * it is to approve it as well, where nobody has.
 * @throws FluxError `app_not_found`, `forbidden`, `version_not_found`; `version_held_back` for one that cannot start
 */
export async function activate(
  context: Context,
  viewer: Viewer,
  { appId, versionId, anyway }: Activation,
): Promise<void> {
  let wrote = false;
  await changeVersion(context, viewer, { appId, versionId }, 'update', async (trx, found) => {
    const { app } = found;
    const isActive = found.version.id === app.activeVersionId;
    const isApproved = found.version.approval === 'approved';
    if (!isApproved && !canApprove(viewer, app)) throw new FluxError('forbidden', whyNot(found.version));
    const isHeldBack = found.version.heldBack.length > 0;
    if (isHeldBack && !anyway && !isActive) throw heldBack(found.version);
    const isReleased = isHeldBack && anyway;
    if (isReleased) await releaseVersion(trx, versionId);
    const version = isReleased ? { ...found.version, heldBack: [] } : found.version;
    if (!isApproved) wrote = await accept(context, trx, viewer, app, version);
    else if (!isActive)
      await updateApp(trx, app.id, { activeVersionId: version.id, updatedAt: context.clock.now() });
    else if (!isReleased) return;
    const former = await findVersion({ db: trx }, app.activeVersionId);
    const event = {
      action: 'version.activate',
      before: { version: former?.number ?? null },
      after: { version: version.number },
    } as const;
    const right = isApproved ? 'update' : 'approve';
    await recordAdminAction(trx, viewer, app, right, event, context.clock.now());
  });
  if (wrote) await sendWritten(context);
}

/** What was sent back waits for nobody any more: another version is uploaded. */
function whyNot({ approval, approvalNote }: StoredVersion): string {
  if (approval === 'pending')
    return 'This version waits for approval by the owner or an admin of its organization.';
  return `Please upload another version. This one was sent back: “${approvalNote}”`;
}

function heldBack({ report }: StoredVersion): FluxError {
  return new FluxError('version_held_back', undefined, { details: startBlockers(report) });
}
