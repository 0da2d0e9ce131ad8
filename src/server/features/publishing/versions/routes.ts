import type { Register } from '#server/app.ts';
import { createApplication } from '#shared/apps/apps.ts';
import { succeeded } from '#shared/contract/contract.ts';
import { listApprovals } from '#shared/versions/approvals.ts';
import { findKnownFiles } from '#shared/versions/changes.ts';
import {
  activateVersion,
  approveVersion,
  createVersion,
  createVersionMetadata,
  deleteVersion,
  listVersions,
  sendVersionBack,
} from '#shared/versions/versions.ts';
import { requirePlan } from '../../apps/limits.ts';
import { readUploadLimits } from '../../storage/limits.ts';
import { clearStaging } from '../builds/ingest.ts';
import { activate } from './activate.ts';
import { approve, checkMayDecide, sendBack } from './approvals/decide.ts';
import { listPendingVersions } from './approvals/list.ts';
import { buildInput } from './build-input.ts';
import { createApp } from './create-app.ts';
import { removeVersion } from './delete.ts';
import { listAppVersions } from './list.ts';
import { listKnownFiles } from './partial-upload/known-files.ts';
import { createPublisher } from './publish.ts';
import { checkMayPublish, publishVersion } from './publish-version.ts';
import { registerRetention } from './retention.ts';

export const registerVersions: Register = async (http, context) => {
  await clearStaging(context.folders.staging);
  const publisher = createPublisher(context);
  registerRetention(context);
  http.bindSignedIn(
    createApplication,
    ({ body, files, viewer }) =>
      createApp(context, publisher, viewer, body, {
        build: files.get('build'),
        thumbnail: files.get('thumbnail'),
      }),
    { preflight: ({ viewer }) => requirePlan(context, viewer) },
  );
  http.bindSignedIn(listVersions, async ({ params, viewer }) => ({
    ...succeeded,
    versions: await listAppVersions(context, viewer, params.id),
  }));
  http.bindSignedIn(
    createVersion,
    async ({ params, body, files, viewer }) => {
      const limits = await readUploadLimits(context);
      const given = buildInput(body.uploadId, files.get('build'), limits);
      const version = await publishVersion(context, publisher, viewer, params.id, body, given);
      return { ...succeeded, versionId: version.id, version };
    },
    { preflight: ({ params, viewer }) => checkMayPublish(context, viewer, params.id) },
  );
  http.bindSignedIn(
    createVersionMetadata,
    async ({ body, viewer }) => {
      const given = { uploadId: body.fileData.storageFileName };
      const version = await publishVersion(context, publisher, viewer, body.appId, body.versionData, given);
      const { isActive, heldBack } = version;
      return { ...succeeded, versionId: version.id, isActive, heldBack };
    },
    { counted: 'upload' },
  );
  http.bindSignedIn(
    findKnownFiles,
    async ({ params, body, viewer }) => ({
      known: await listKnownFiles(context, viewer, params.id, body.sha256s),
    }),
    { counted: 'upload' },
  );
  http.bindSignedIn(activateVersion, async ({ body, viewer }) => {
    await activate(context, viewer, body);
    return succeeded;
  });
  http.bindSignedIn(deleteVersion, async ({ params, viewer }) => {
    await removeVersion(context, viewer, params.id, params.versionId);
    return succeeded;
  });
  http.bindSignedIn(listApprovals, ({ viewer }) => listPendingVersions(context, viewer));
  http.bindSignedIn(approveVersion, async ({ params, viewer }) => {
    await approve(context, viewer, { appId: params.id, versionId: params.versionId });
    return succeeded;
  });
  http.bindSignedIn(
    sendVersionBack,
    async ({ params, body, viewer }) => {
      await sendBack(context, viewer, { appId: params.id, versionId: params.versionId }, body.note);
      return succeeded;
    },
    { preflight: ({ params, viewer }) => checkMayDecide(context, viewer, params.id) },
  );
};
