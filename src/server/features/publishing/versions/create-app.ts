import type { Transaction } from 'kysely';
import type { Context } from '#server/context.ts';
import type { Tables } from '#server/db/schema.ts';
import { announce } from '#server/platform/db/changes.ts';
import { retryTransaction } from '#server/platform/db/retry.ts';
import type { ReceivedFile } from '#server/platform/http/input/form.ts';
import { newId, newSecret } from '#server/platform/ids.ts';
import type { Application } from '#shared/apps/apps.ts';
import type { Theme } from '#shared/apps/themes.ts';
import { FluxError } from '#shared/contract/errors.ts';
import { firstVersionNumber } from '#shared/versions/versions.ts';
import { recheckRole } from '../../accounts/roles.ts';
import { lockActiveUser } from '../../accounts/user-store.ts';
import type { Viewer } from '../../accounts/viewer.ts';
import { recordAdminActionOf } from '../../apps/audit.ts';
import { requireAppLimit } from '../../apps/limits.ts';
import { notifyApprovers } from '../../apps/notify-approvers.ts';
import { holdToUpload, requireMayUpload } from '../../apps/organization.ts';
import { getApp } from '../../apps/read.ts';
import { insertApp } from '../../apps/store.ts';
import { type KeptThumbnail, keepThumbnail } from '../../apps/thumbnails/keep.ts';
import { setThumbnail } from '../../apps/thumbnails/store.ts';
import { sendWritten } from '../../mail/write.ts';
import { readUploadLimits } from '../../storage/limits.ts';
import type { PublishedAs } from '../uploads/store.ts';
import { markPublished } from '../uploads/take.ts';
import { buildInput } from './build-input.ts';
import { insertPackedFiles } from './partial-upload/store.ts';
import type { Publisher } from './publisher.ts';
import { insertVersion } from './store.ts';
import type { StoredBuild } from './store-build.ts';

interface CreateInput {
  uploadId?: string | undefined;
  name: string;
  description: string;
  organizationId?: string | null | undefined;
  isPublic: boolean;
  theme: Theme;
}

/**
 * Publishes a build as version 1.0.0 of a new application, with its picture where one was given. In an organization
 * that asks for approval, what a plain member uploads is private until there is one.
 * @throws FluxError `invalid_input`, `subscription_required`, `limit_reached`, `conflict` for an upload that became a
 * version of an app there was already, and what `keepThumbnail` and `Publisher.publish` throw
 */
export async function createApp(
  context: Context,
  publisher: Publisher,
  viewer: Viewer,
  input: CreateInput,
  files: { build?: ReceivedFile | undefined; thumbnail?: ReceivedFile | undefined } = {},
): Promise<Application> {
  const given = buildInput(input.uploadId, files.build, await readUploadLimits(context));
  const { organizationId } = await requireMayUpload(context.db, viewer, input.organizationId).catch(
    async (error: unknown) => {
      // A plan that ends takes its organizations offline: then that is what they are told.
      await requireAppLimit(context, viewer);
      throw error;
    },
  );
  // First, because it is done in a moment: nobody should wait for a build to be read and then hear of the picture.
  const thumbnail = files.thumbnail ? await keepThumbnail(context, files.thumbnail) : null;
  const { appId, madeApp } = await publisher.publish(viewer, given, {
    appId: null,
    admit: () => requireAppLimit(context, viewer),
    commit: (build, uploadId) =>
      commitNewApp(context, viewer, { ...input, organizationId, thumbnail }, build, uploadId),
  });
  if (!madeApp)
    throw new FluxError(
      'conflict',
      'This upload was already published as a new version of another application.',
    );
  return getApp(context, viewer, appId);
}

async function commitNewApp(
  context: Context,
  viewer: Viewer,
  input: CreateInput & { organizationId: string; thumbnail: KeptThumbnail | null },
  build: StoredBuild,
  uploadId: string | null,
): Promise<PublishedAs> {
  const published = { appId: newId(), versionId: newId(), madeApp: true };
  const { files, packedFiles, ...facts } = build;
  const now = context.clock.now();
  let wrote = false;
  const create = async (trx: Transaction<Tables>) => {
    // Before all else, as whoever deletes an account takes the person before the uploads.
    if (!(await lockActiveUser(trx, viewer.id))) throw new FluxError('unauthenticated');
    // The build was read meanwhile, which takes time.
    await recheckRole(trx, viewer);
    if (uploadId !== null) {
      const earlier = await markPublished(trx, uploadId, published);
      if (earlier) return earlier;
    }
    await requireAppLimit({ db: trx, clock: context.clock }, viewer);
    const acceptance = await holdToUpload(trx, viewer, input.organizationId);
    const { organizationId, needsApproval } = acceptance;
    await insertApp(trx, {
      id: published.appId,
      ownerId: viewer.id,
      organizationId,
      name: input.name,
      description: input.description,
      isPublic: input.isPublic && !needsApproval,
      isApproved: !needsApproval,
      wantsPublic: input.isPublic && needsApproval,
      theme: input.theme,
      activeVersionId: published.versionId,
      shareKey: newSecret(),
      createdAt: now,
    });
    if (input.thumbnail) await setThumbnail(trx, published.appId, input.thumbnail, now);
    await insertVersion(
      trx,
      {
        ...facts,
        id: published.versionId,
        appId: published.appId,
        number: firstVersionNumber,
        changelog: '',
        uploadedBy: viewer.id,
        uploadedAt: now,
        approval: needsApproval ? 'pending' : 'approved',
      },
      files,
    );
    await insertPackedFiles(trx, published, packedFiles);
    const app = { id: published.appId, name: input.name, isOffline: false, isTakenDown: false };
    if (acceptance.byRole) {
      const after = { version: firstVersionNumber, organizationId };
      await recordAdminActionOf(trx, viewer, app, { action: 'version.publish', before: null, after }, now);
    }
    if (needsApproval) {
      const arrival = { by: 'upload', version: firstVersionNumber } as const;
      const { versionId } = published;
      wrote = await notifyApprovers(context, trx, viewer, { app, organizationId, versionId, arrival });
    }
    await announce<Tables>(trx, { kind: 'app', id: published.appId });
    return published;
  };
  // Of what is to be compressed of it, another publication may be adding the same.
  const made = await retryTransaction(() => context.db.transaction().execute(create));
  if (wrote) await sendWritten(context);
  return made;
}
