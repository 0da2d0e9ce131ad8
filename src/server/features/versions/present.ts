import { endpointUrl } from '#shared/contract.ts';
import type { Version } from '#shared/versions.ts';
import type { PlayableApp } from '../apps/store.ts';
import type { VersionEntry } from './read.ts';

/** For those who may update the app alone: it holds an e-mail address and what the inspection found. */
export function presentVersion(entry: VersionEntry, app: Pick<PlayableApp, 'activeVersionId'>): Version {
  const isActive = entry.id === app.activeVersionId;
  const uploadedByUsername = entry.uploadedByUsername ?? 'Deleted user';
  return {
    id: entry.id,
    version: entry.number,
    changelog: entry.changelog,
    fileName: entry.fileName,
    storageFileName: entry.originalSha256.toString('hex'),
    fileSize: entry.fileSize,
    fileUrl: endpointUrl('/api/applications/{id}/download', { id: entry.appId }, { version: entry.id }),
    previewUrl: endpointUrl('/serve/{id}', { id: entry.appId }, { version: entry.id }),
    uploadedBy: entry.uploadedBy,
    uploadedByUsername,
    uploadedAt: entry.uploadedAt.toISOString(),
    isActive,
    owner: { displayName: uploadedByUsername, email: entry.uploadedByEmail },
    build: entry.report,
    approval: 'approved',
    approvalNote: '',
    can: { activate: !isActive, delete: !isActive, approve: false },
  };
}
