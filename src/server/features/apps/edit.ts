import type { Transaction } from 'kysely';
import type { EditedApplication } from '#shared/apps/apps.ts';
import type { PlayerSettingsChange } from '#shared/apps/player-settings.ts';
import type { Theme } from '#shared/apps/themes.ts';
import { FluxError, invalidField } from '#shared/contract/errors.ts';
import type { Context } from '../../context.ts';
import type { Tables } from '../../db/schema.ts';
import type { ReceivedFile } from '../../platform/http/input/form.ts';
import type { Viewer } from '../accounts/viewer.ts';
import { sendWritten } from '../mail/write.ts';
import { recordAdminAction, recordAdminActionOf } from './audit.ts';
import { canMove, isHidden } from './can.ts';
import { notifyIfPending } from './notify-approvers.ts';
import {
  holdToUpload,
  mayUploadWithoutApproval,
  requireMayUpload,
  type UploadPermission,
} from './organization.ts';
import { permit } from './permit.ts';
import { showApp } from './read.ts';
import { findAppForPlay, lockApp, revokeApproval, type SeenApp, updateApp } from './store.ts';
import { keepThumbnail } from './thumbnails/keep.ts';
import { deleteThumbnail, moveThumbnail, setThumbnail } from './thumbnails/store.ts';
import { withLockedAppAfter } from './with-locked-app.ts';

/** The editable fields; others are ignored. */
interface Edit extends PlayerSettingsChange {
  name?: string | undefined;
  description?: string | undefined;
  isPublic?: boolean | undefined;
  organizationId?: string | null | undefined;
  theme?: Theme | undefined;
  removeThumbnail?: boolean | undefined;
}

/** @throws FluxError `app_not_found`, `forbidden` */
export async function checkMayEdit(context: Context, viewer: Viewer, appId: string): Promise<void> {
  permit(viewer, await findAppForPlay(context, viewer, appId), 'edit');
}

/**
 * All of an edit shows at once, or nothing of it; the picture is drawn and kept before.
 * @throws FluxError `app_not_found`, `forbidden`, `invalid_input`, and what `keepThumbnail` throws
 */
export async function editApp(
  context: Context,
  viewer: Viewer,
  appId: string,
  edit: Edit,
  picture?: ReceivedFile,
): Promise<EditedApplication> {
  const { organizationId, removeThumbnail, isPublic, name, description, theme } = edit;
  const { deviceAccess, threadIsolation, singlePageRoutes } = edit;
  if (picture && removeThumbnail)
    throw invalidField('removeThumbnail', 'A thumbnail can be replaced or removed, not both at once.');
  const target = await findTarget(context, viewer, appId, organizationId);
  const thumbnail = picture && (await keepThumbnail(context, picture));
  const { wrote, moveBack } = await withLockedAppAfter(
    context,
    viewer,
    appId,
    'edit',
    async (trx) => (target === null ? null : holdToUpload(trx, viewer, target)),
    async (trx, app, acceptance) => {
      const now = context.clock.now();
      const moved = acceptance && checkMove(viewer, app, acceptance);
      const seen = visibility(app, isPublic, moved);
      await updateApp(trx, appId, {
        name,
        description,
        theme,
        deviceAccess,
        threadIsolation,
        singlePageRoutes,
        ...seen,
        organizationId: moved?.organizationId,
        updatedAt: now,
      });
      if (app.isApproved && !seen.isApproved) await revokeApproval(trx, appId);
      if (thumbnail) await setThumbnail(trx, appId, thumbnail, now);
      else if (removeThumbnail) await deleteThumbnail(trx, appId);
      // Revokes the picture's address, which the former audience may know.
      else if (moved || app.isPublic) await moveThumbnail(trx, appId);
      const picture = thumbnail ? 'replaced' : removeThumbnail ? 'removed' : 'kept';
      const changed = await lockApp(trx, viewer, appId);
      const after = { ...readAuditFields(changed), picture };
      const event = { action: 'application.update', before: readAuditFields(app), after } as const;
      if (moved?.byRole) await recordAdminActionOf(trx, viewer, app, event, now);
      else await recordAdminAction(trx, viewer, app, moved ? 'delete' : 'edit', event, now);
      if (!moved || !changed) return { wrote: false, moveBack: false };
      return {
        wrote: await notifyIfPending(context, trx, viewer, changed, 'move'),
        moveBack: await canMoveBack(trx, viewer, app, changed),
      };
    },
  );
  if (wrote) await sendWritten(context);
  const shown = await showApp(context, viewer, appId);
  return { ...shown, can: { ...shown.can, moveBack } };
}

/** An approval that the move revoked is not restored by moving back. */
async function canMoveBack(
  trx: Transaction<Tables>,
  viewer: Viewer,
  before: SeenApp,
  now: SeenApp,
): Promise<boolean> {
  if (now.isApproved !== before.isApproved || !canMove(viewer, now)) return false;
  return mayUploadWithoutApproval(trx, viewer, before.organizationId);
}

function readAuditFields(app: SeenApp | null) {
  if (app === null) return null;
  const { name, description, theme, isPublic, wantsPublic, organizationId } = app;
  const { deviceAccess, threadIsolation, singlePageRoutes } = app;
  return {
    ...{ name, description, theme, isPublic, wantsPublic, organizationId },
    ...{ deviceAccess, threadIsolation, singlePageRoutes },
  };
}

/**
 * The organization to move the app to; null without a move. An unchanged value moves nothing.
 * @throws FluxError `invalid_input`, `forbidden`
 */
async function findTarget(
  context: Context,
  viewer: Viewer,
  appId: string,
  organizationId: string | null | undefined,
): Promise<string | null> {
  if (organizationId === undefined) return null;
  const app = permit(viewer, await findAppForPlay(context, viewer, appId), 'edit');
  if (app.organizationId === organizationId) return null;
  const acceptance = await requireMayUpload(context.db, viewer, organizationId);
  return checkMove(viewer, app, acceptance) && acceptance.organizationId;
}

/**
 * The organization's owner may delete the app, so moving it requires the right to delete it.
 * @throws FluxError `forbidden`
 */
function checkMove(viewer: Viewer, app: SeenApp, acceptance: UploadPermission): UploadPermission | null {
  if (app.organizationId === acceptance.organizationId) return null;
  if (canMove(viewer, app)) return acceptance;
  const message = 'Only its owner or the owner of its organization may move this application to another one.';
  throw new FluxError('forbidden', message, { fields: { organizationId: message } });
}

/**
 * The visibility of an app after an edit. Moving it to an organization that requires approval makes it pending, even
 * if it was approved elsewhere; a pending app stays pending. For an offline app this is the visibility after its
 * restoration.
 */
function visibility(
  app: SeenApp,
  wanted: boolean | undefined,
  moved: UploadPermission | null,
): { isApproved: boolean; isPublic: boolean; wantsPublic: boolean } {
  const isApproved = app.isApproved && !moved?.needsApproval;
  const isPublic = wanted ?? (app.isPublic || app.wantsPublic);
  const isShown = isApproved && !isHidden(app);
  return { isApproved, isPublic: isShown && isPublic, wantsPublic: !isShown && isPublic };
}
