import { FluxError } from '#shared/errors.ts';
import type { Context } from '../../context.ts';
import type { Viewer } from '../accounts/viewer.ts';
import { noteAdministration } from '../apps/audit.ts';
import { canApprove } from '../apps/can.ts';
import { updateApp } from '../apps/store.ts';
import { sendWritten } from '../mail/write.ts';
import { accept } from './approvals/accept.ts';
import { changeVersion } from './change.ts';
import { findVersion, type StoredVersion } from './read.ts';

/**
 * Makes a version of the app the active one. Players keep the version that their page began with. For those who decide
 * it is to approve it as well, where nobody has.
 * @throws FluxError `app_not_found`, `forbidden`, `version_not_found`
 */
export async function activate(
  context: Context,
  viewer: Viewer,
  appId: string,
  versionId: string,
): Promise<void> {
  let wrote = false;
  await changeVersion(context, viewer, { appId, versionId }, 'update', async (trx, { app, version }) => {
    if (version.approval !== 'approved') {
      if (!canApprove(viewer, app)) throw new FluxError('forbidden', whyNot(version));
      wrote = await accept(context, trx, viewer, app, version);
    } else if (version.id !== app.activeVersionId) {
      await updateApp(trx, app.id, { activeVersionId: version.id, updatedAt: context.clock.now() });
    } else return;
    const former = await findVersion({ db: trx }, app.activeVersionId);
    const event = {
      action: 'version.activate',
      before: { version: former?.number ?? null },
      after: { version: version.number },
    } as const;
    const right = version.approval === 'approved' ? 'update' : 'approve';
    await noteAdministration(trx, viewer, app, right, event, context.clock.now());
  });
  if (wrote) await sendWritten(context);
}

/** What was sent back waits for nobody any more: another version is uploaded. */
function whyNot({ approval, approvalNote }: StoredVersion): string {
  if (approval === 'pending')
    return 'This version waits for approval by the owner or an admin of its organization.';
  return `Please upload another version. This one was sent back: “${approvalNote}”`;
}
