import type { Config } from '#server/config/config.ts';
import { endpointUrl } from '#shared/contract/endpoint-url.ts';
import type { Version } from '#shared/versions/versions.ts';
import type { Viewer } from '../../accounts/viewer.ts';
import { canApprove, canUpdate } from '../../apps/can.ts';
import { shownReport } from '../../apps/shown-report.ts';
import type { SeenApp } from '../../apps/store.ts';
import type { VersionEntry } from './read.ts';

/** Shown in place of the uploader once that account is deleted. */
export const deletedUserName = 'Deleted user';

/** For those who may look inside the app alone: it holds an e-mail address and what the inspection found. */
export function presentVersion(
  config: Pick<Config, 'contentOrigin'>,
  viewer: Viewer,
  entry: VersionEntry,
  app: SeenApp,
): Version {
  const isActive = entry.id === app.activeVersionId;
  const decides = canApprove(viewer, app);
  const updates = canUpdate(viewer, app);
  const uploadedByUsername = entry.uploadedByUsername ?? deletedUserName;
  return {
    id: entry.id,
    version: entry.number,
    changelog: entry.changelog,
    fileName: entry.fileName,
    storageFileName: entry.originalSha256?.toString('hex') ?? null,
    fileSize: entry.fileSize,
    fileUrl:
      entry.originalSha256 &&
      endpointUrl('/api/applications/{id}/download', { id: entry.appId }, { version: entry.id }),
    previewUrl: endpointUrl('/serve/{id}', { id: entry.appId }, { version: entry.id }),
    uploadedBy: entry.uploadedBy,
    uploadedByUsername,
    uploadedAt: entry.uploadedAt.toISOString(),
    isActive,
    owner: { displayName: uploadedByUsername, email: entry.uploadedByEmail },
    build: shownReport(config, entry.report),
    approval: entry.approval,
    approvalNote: entry.approvalNote,
    heldBack: entry.heldBack,
    can: {
      activate:
        updates && (!isActive || entry.heldBack.length > 0) && (entry.approval === 'approved' || decides),
      delete: updates && !isActive,
      approve: entry.approval === 'pending' && decides,
    },
  };
}
