import type { Transaction } from 'kysely';
import type { Context } from '#server/context.ts';
import type { Tables } from '#server/db/schema.ts';
import { newId } from '#server/platform/ids.ts';
import { FluxError, invalidField } from '#shared/contract/errors.ts';
import { startBlockerCodes } from '#shared/versions/startable.ts';
import { cleanVersionNumber } from '#shared/versions/version-number.ts';
import { nextVersionNumber, type Version } from '#shared/versions/versions.ts';
import { isDisabled } from '../../accounts/user-store.ts';
import type { Viewer } from '../../accounts/viewer.ts';
import { recordAdminAction } from '../../apps/audit.ts';
import { requirePlanForVersion, requireRoomForVersion } from '../../apps/limits.ts';
import { notifyApprovers } from '../../apps/notify-approvers.ts';
import { versionNeedsApproval } from '../../apps/organization.ts';
import { permit, type Right } from '../../apps/permit.ts';
import { findAppForPlay, type SeenApp, updateApp } from '../../apps/store.ts';
import { withLockedApp } from '../../apps/with-locked-app.ts';
import { sendWritten } from '../../mail/write.ts';
import type { PublishedAs } from '../uploads/store.ts';
import { markPublished } from '../uploads/take.ts';
import { nowSeen } from './approvals/accept.ts';
import { insertPackedFiles } from './partial-upload/store.ts';
import { presentVersion } from './present.ts';
import type { GivenBuild, Publisher } from './publisher.ts';
import { findEntry, listNumbers } from './read.ts';
import { insertVersion } from './store.ts';
import type { StoredBuild } from './store-build.ts';

interface VersionInput {
  /** Blank for the next number. */
  version: string;
  changelog: string;
}

/**
 * Publishes a build as a new version of an app and makes it the active one, or keeps it for those who decide where the
 * app's organization asks for approval. A build that cannot start is held back: it is stored and not activated.
 * @throws FluxError `app_not_found`, `forbidden`, `invalid_input` for a number that is taken, `subscription_required`,
 * `limit_reached`, `conflict` for an upload that became something else, and what `Publisher.publish` throws
 */
export async function publishVersion(
  context: Context,
  publisher: Publisher,
  viewer: Viewer,
  appId: string,
  input: VersionInput,
  given: GivenBuild,
): Promise<Version> {
  // Asked before the build is read as well: reading takes time, and nobody should wait for a refusal.
  await findToPublish(context, viewer, appId);
  const published = await publisher.publish(viewer, given, {
    appId,
    admit: async () => requireRoomForVersion(context, viewer, await findToPublish(context, viewer, appId)),
    commit: (build, uploadId) => commitNewVersion(context, viewer, appId, input, build, uploadId),
  });
  if (published.madeApp || published.appId !== appId)
    throw new FluxError(
      'conflict',
      'This upload was already published, but not as a new version of this application.',
    );
  const app = await findToPublish(context, viewer, appId);
  const entry = await findEntry(context, published.versionId);
  if (!entry) throw new FluxError('version_not_found');
  return presentVersion(context.config, viewer, entry, app);
}

/** @throws FluxError `app_not_found`, `forbidden`, `subscription_required` */
export async function checkMayPublish(context: Context, viewer: Viewer, appId: string): Promise<void> {
  await requirePlanForVersion(context, viewer, await findToPublish(context, viewer, appId));
}

async function findToPublish(context: Context, viewer: Viewer, appId: string): Promise<SeenApp> {
  return permit(viewer, await findAppForPlay(context, viewer, appId), 'update');
}

async function commitNewVersion(
  context: Context,
  viewer: Viewer,
  appId: string,
  input: VersionInput,
  build: StoredBuild,
  uploadId: string | null,
): Promise<PublishedAs> {
  const published = { appId, versionId: newId(), madeApp: false };
  const { files, packedFiles, ...facts } = build;
  let wrote = false;
  const made = await withLockedApp(context, viewer, appId, 'update', async (trx, app) => {
    // The build was read meanwhile, which takes time.
    if (await isDisabled(trx, viewer.id)) throw new FluxError('unauthenticated');
    if (uploadId !== null) {
      const earlier = await markPublished(trx, uploadId, published);
      if (earlier) return earlier;
    }
    await requireRoomForVersion({ db: trx, clock: context.clock }, viewer, app);
    const now = context.clock.now();
    const number = chooseNumber(input.version, await listNumbers(trx, appId));
    const waits = await versionNeedsApproval(trx, viewer, app);
    await insertVersion(
      trx,
      {
        ...facts,
        id: published.versionId,
        appId,
        number,
        changelog: input.changelog,
        uploadedBy: viewer.id,
        uploadedAt: now,
        approval: waits ? 'pending' : 'approved',
      },
      files,
    );
    await insertPackedFiles(trx, published, packedFiles);
    const event = { action: 'version.publish', before: null, after: { version: number } } as const;
    await recordAdminAction(trx, viewer, app, await rightTaken(trx, viewer, app), event, now);
    if (!waits && startBlockerCodes(build.report).length === 0)
      await updateApp(trx, appId, {
        activeVersionId: published.versionId,
        updatedAt: now,
        ...nowSeen(app),
      });
    else if (waits && app.organizationId !== null)
      wrote = await notifyApprovers(context, trx, viewer, {
        app,
        organizationId: app.organizationId,
        versionId: published.versionId,
        arrival: { by: 'upload', version: number },
      });
    return published;
  });
  if (wrote) await sendWritten(context);
  return made;
}

/** That of deciding, too, where the version would wait if it was not for the role of administrator. */
async function rightTaken(trx: Transaction<Tables>, viewer: Viewer, app: SeenApp): Promise<Right> {
  if (viewer.role !== 'admin') return 'update';
  return (await versionNeedsApproval(trx, { id: viewer.id, role: 'user' }, app)) ? 'approve' : 'update';
}

function chooseNumber(wanted: string, taken: readonly string[]): string {
  const next = nextVersionNumber(taken);
  // Numbers of before may have a 'v', which is shown the same.
  if (!taken.map(cleanVersionNumber).includes(wanted)) return wanted || next;
  throw invalidField(
    'version',
    `Version ${wanted} exists already. Please choose another number, or leave it blank for ${next}.`,
  );
}
