import type { BuildReport, Version } from '#shared/versions/versions.ts';
import { someone } from './accounts.ts';
import { daysAgo, idOf } from './ids.ts';

/** The report of a single page without problems. */
export function someReport(fields: Partial<BuildReport> = {}): BuildReport {
  return {
    kind: 'web',
    loader: null,
    unityVersion: null,
    compression: 'none',
    decompressionFallback: false,
    hashedNames: false,
    threads: false,
    webXr: false,
    webGpu: false,
    deviceUse: [],
    template: 'custom',
    productName: null,
    companyName: null,
    productVersion: null,
    entry: 'index.html',
    pageMade: false,
    parts: [],
    fileCount: 1,
    totalBytes: 1_234,
    droppedCount: 0,
    dropped: [],
    warnings: [],
    ...fields,
  };
}

/** A version that `someone` uploaded and that may be activated or deleted, except for the given fields. */
export function someVersion(fields: Partial<Version> & { number?: number } = {}): Version {
  const { number = 2, ...given } = fields;
  const { id: uploadedBy, username, email } = someone();
  const id = idOf('v', number);
  const isActive = given.isActive ?? false;
  return {
    id,
    version: `1.${number}`,
    changelog: `What is new in ${number}.`,
    fileName: 'game.zip',
    storageFileName: 'a'.repeat(64),
    fileSize: 1_234,
    fileUrl: `/api/versions/${id}/download`,
    previewUrl: `/preview/${id}`,
    uploadedBy,
    uploadedByUsername: username,
    uploadedAt: daysAgo(number),
    isActive,
    approval: 'approved',
    approvalNote: '',
    heldBack: [],
    owner: { displayName: username, email },
    build: someReport(),
    can: { activate: !isActive, delete: !isActive, approve: false },
    ...given,
  };
}
