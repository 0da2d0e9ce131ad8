import type { Transaction } from 'kysely';
import type { Context } from '#server/context.ts';
import type { Tables } from '#server/db/schema.ts';
import { announce } from '#server/platform/db/changes.ts';
import { retryTransaction } from '#server/platform/db/retry.ts';
import { newId, newSecret } from '#server/platform/ids.ts';
import type { Theme } from '#shared/apps/themes.ts';
import { FluxError, invalidField } from '#shared/contract/errors.ts';
import { startBlockerCodes } from '#shared/versions/startable.ts';
import { cleanVersionNumber } from '#shared/versions/version-number.ts';
import { firstVersionNumber, nextVersionNumber } from '#shared/versions/versions.ts';
import { recheckRole } from '../../accounts/roles.ts';
import { isDisabled, lockActiveUser } from '../../accounts/user-store.ts';
import type { Viewer } from '../../accounts/viewer.ts';
import { recordAdminAction, recordAdminActionOf } from '../../apps/audit.ts';
import { requireAppLimit, requireVersionLimit } from '../../apps/limits.ts';
import { notifyApprovers } from '../../apps/notify-approvers.ts';
import { holdToUpload, versionNeedsApproval } from '../../apps/organization.ts';
import type { Right } from '../../apps/permit.ts';
import { insertApp, type SeenApp, updateApp } from '../../apps/store.ts';
import type { KeptThumbnail } from '../../apps/thumbnails/keep.ts';
import { setThumbnail } from '../../apps/thumbnails/store.ts';
import { withLockedApp } from '../../apps/with-locked-app.ts';
import { sendWritten } from '../../mail/write.ts';
import type { PublishedAs } from '../uploads/store.ts';
import { markPublished } from '../uploads/take.ts';
import { nowSeen } from './approvals/accept.ts';
import { insertPackedFiles } from './partial-upload/store.ts';
import { listNumbers } from './read.ts';
import { insertVersion } from './store.ts';
import type { StoredBuild } from './store-build.ts';

export interface NewApplication {
  name: string;
  description: string;
  organizationId: string;
  isPublic: boolean;
  theme: Theme;
  thumbnail: KeptThumbnail | null;
}

export interface NewVersion {
  /** Blank for the next number. */
  number: string;
  changelog: string;
}

/** What a build becomes: a new application with its first version, or a version of an existing application. */
export type PublishTarget =
  | { kind: 'application'; application: NewApplication }
  | { kind: 'version'; appId: string; version: NewVersion };

/** The open transaction of a publication. */
interface Publication {
  context: Context;
  trx: Transaction<Tables>;
  viewer: Viewer;
  build: StoredBuild;
  /** Null for a file that came with the request. */
  uploadId: string | null;
  /** The ids that application and version get. */
  ids: PublishedAs;
}

interface Committed {
  published: PublishedAs;
  hasMail: boolean;
}

/**
 * Inserts application, version and manifest in one transaction, which also marks the upload as published.
 * @param uploadId null for a file that came with the request
 * @returns the earlier result, if another server published the upload first
 * @throws FluxError `unauthenticated`, `app_not_found`, `forbidden`, `invalid_input`, `subscription_required`,
 * `limit_reached`, `upload_not_found`
 */
export async function commitPublication(
  context: Context,
  viewer: Viewer,
  target: PublishTarget,
  build: StoredBuild,
  uploadId: string | null,
): Promise<PublishedAs> {
  const isNew = target.kind === 'application';
  const ids = { appId: isNew ? newId() : target.appId, versionId: newId(), madeApp: isNew };
  const publication = { context, viewer, build, uploadId, ids };
  const { published, hasMail } = isNew
    ? // Concurrent publications can deadlock on compression requests for the same content.
      await retryTransaction(() =>
        context.db
          .transaction()
          .execute((trx) => commitApplication({ ...publication, trx }, target.application)),
      )
    : await withLockedApp(context, viewer, target.appId, 'update', (trx, app) =>
        commitVersion({ ...publication, trx }, app, target.version),
      );
  if (hasMail) await sendWritten(context);
  return published;
}

async function commitApplication(publication: Publication, input: NewApplication): Promise<Committed> {
  const { context, trx, viewer, ids } = publication;
  const now = context.clock.now();
  // The user's row first: deleting an account locks it before the uploads.
  if (!(await lockActiveUser(trx, viewer.id))) throw new FluxError('unauthenticated');
  await recheckRole(trx, viewer);
  const earlier = await claimUpload(publication);
  if (earlier) return { published: earlier, hasMail: false };
  await requireAppLimit({ db: trx, clock: context.clock }, viewer);
  const { organizationId, needsApproval, byRole } = await holdToUpload(trx, viewer, input.organizationId);
  await insertApp(trx, {
    id: ids.appId,
    ownerId: viewer.id,
    organizationId,
    name: input.name,
    description: input.description,
    isPublic: input.isPublic && !needsApproval,
    isApproved: !needsApproval,
    wantsPublic: input.isPublic && needsApproval,
    theme: input.theme,
    activeVersionId: ids.versionId,
    shareKey: newSecret(),
    createdAt: now,
  });
  if (input.thumbnail) await setThumbnail(trx, ids.appId, input.thumbnail, now);
  await insertBuild(publication, { number: firstVersionNumber, changelog: '' }, needsApproval, now);
  const app = { id: ids.appId, name: input.name, isOffline: false, isTakenDown: false };
  if (byRole) {
    const after = { version: firstVersionNumber, organizationId };
    await recordAdminActionOf(trx, viewer, app, { action: 'version.publish', before: null, after }, now);
  }
  const hasMail =
    needsApproval && (await requestApproval(publication, app, organizationId, firstVersionNumber));
  await announce<Tables>(trx, { kind: 'app', id: ids.appId });
  return { published: ids, hasMail };
}

async function commitVersion(publication: Publication, app: SeenApp, input: NewVersion): Promise<Committed> {
  const { context, trx, viewer, build, ids } = publication;
  // Under the lock of the application: versions are dated in the order of their commits.
  const now = context.clock.now();
  if (await isDisabled(trx, viewer.id)) throw new FluxError('unauthenticated');
  const earlier = await claimUpload(publication);
  if (earlier) return { published: earlier, hasMail: false };
  await requireVersionLimit({ db: trx, clock: context.clock }, viewer, app);
  const number = chooseNumber(input.number, await listNumbers(trx, app.id));
  const needsApproval = await versionNeedsApproval(trx, viewer, app);
  await insertBuild(publication, { number, changelog: input.changelog }, needsApproval, now);
  const event = { action: 'version.publish', before: null, after: { version: number } } as const;
  await recordAdminAction(trx, viewer, app, await rightUsed(trx, viewer, app), event, now);
  if (needsApproval) {
    const { organizationId } = app;
    const hasMail =
      organizationId !== null && (await requestApproval(publication, app, organizationId, number));
    return { published: ids, hasMail };
  }
  if (startBlockerCodes(build.report).length === 0)
    await updateApp(trx, app.id, { activeVersionId: ids.versionId, updatedAt: now, ...nowSeen(app) });
  return { published: ids, hasMail: false };
}

/** Marks the upload as published. @returns the earlier result, if another server published it first */
async function claimUpload({ trx, uploadId, ids }: Publication): Promise<PublishedAs | null> {
  return uploadId === null ? null : markPublished(trx, uploadId, ids);
}

async function insertBuild(
  { trx, viewer, build, ids }: Publication,
  { number, changelog }: NewVersion,
  needsApproval: boolean,
  uploadedAt: Date,
): Promise<void> {
  const { files, packedFiles, ...facts } = build;
  await insertVersion(
    trx,
    {
      ...facts,
      id: ids.versionId,
      appId: ids.appId,
      number,
      changelog,
      uploadedBy: viewer.id,
      uploadedAt,
      approval: needsApproval ? 'pending' : 'approved',
    },
    files,
  );
  await insertPackedFiles(trx, ids, packedFiles);
}

/** @returns whether a mail was written */
function requestApproval(
  { context, trx, viewer, ids }: Publication,
  app: Pick<SeenApp, 'id' | 'name' | 'isOffline' | 'isTakenDown'>,
  organizationId: string,
  version: string,
): Promise<boolean> {
  const arrival = { by: 'upload', version } as const;
  return notifyApprovers(context, trx, viewer, { app, organizationId, versionId: ids.versionId, arrival });
}

/** `approve` if only the administrator role spares the version its approval. */
async function rightUsed(trx: Transaction<Tables>, viewer: Viewer, app: SeenApp): Promise<Right> {
  if (viewer.role !== 'admin') return 'update';
  return (await versionNeedsApproval(trx, { id: viewer.id, role: 'user' }, app)) ? 'approve' : 'update';
}

function chooseNumber(requested: string, existing: readonly string[]): string {
  const next = nextVersionNumber(existing);
  // Stored numbers may start with a 'v', which pages do not show.
  if (!existing.map(cleanVersionNumber).includes(requested)) return requested || next;
  throw invalidField(
    'version',
    `Version ${requested} exists already. Please choose another number, or leave it blank for ${next}.`,
  );
}
