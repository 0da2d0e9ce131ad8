import type { Transaction } from 'kysely';
import type { Tables } from '#server/db/schema.ts';
import { startBlockerCodes } from '#shared/versions/startable.ts';
import type { Approval, BuildReport } from '#shared/versions/versions.ts';
import { addCompressionRequests } from '../../storage/compression/request-store.ts';
import type { ManifestFile } from '../builds/tree.ts';

export interface NewVersion {
  id: string;
  appId: string;
  number: string;
  changelog: string;
  /** The upload as it came: its name, bytes and sha256 in hexadecimal. */
  fileName: string;
  fileSize: number;
  originalSha256: string;
  report: BuildReport;
  uploadedBy: string;
  uploadedAt: Date;
  /** Approved, if nothing else is said. */
  approval?: Approval;
}

/** PostgreSQL takes 65,535 parameters in a statement; a file needs eight. */
const filesPerStatement = 2_000;

/** A version with everything it serves. The blobs that it names must have been kept before. */
export async function insertVersion(
  trx: Transaction<Tables>,
  version: NewVersion,
  files: readonly ManifestFile[],
): Promise<void> {
  await trx
    .insertInto('versions')
    .values({
      id: version.id,
      app_id: version.appId,
      number: version.number,
      changelog: version.changelog,
      file_name: version.fileName,
      file_size: version.fileSize,
      original_sha256: Buffer.from(version.originalSha256, 'hex'),
      report: storableJson(version.report),
      uploaded_by: version.uploadedBy,
      uploaded_at: version.uploadedAt,
      approval: version.approval ?? 'approved',
      held_back: startBlockerCodes(version.report),
    })
    .execute();
  for (let start = 0; start < files.length; start += filesPerStatement) {
    const rows = files.slice(start, start + filesPerStatement).map((file) => ({
      version_id: version.id,
      path: file.path,
      sha256: Buffer.from(file.sha256, 'hex'),
      size: file.size,
      content_type: file.contentType,
      role: file.role,
      encodable: file.encodable,
      is_alias: file.isAlias ?? false,
    }));
    await trx.insertInto('version_files').values(rows).execute();
  }
  await addCompressionRequests(
    trx,
    files.filter((file) => file.encodable).map((file) => Buffer.from(file.sha256, 'hex')),
    version.uploadedAt,
  );
}

export interface Decision {
  approval: Approval;
  /** What has to change; empty where it was approved. */
  note: string;
  decidedBy: string;
  decidedAt: Date;
}

/** The row of the version's app must be locked. */
export async function updateApproval(
  trx: Transaction<Tables>,
  versionId: string,
  decision: Decision,
): Promise<void> {
  await trx
    .updateTable('versions')
    .set({
      approval: decision.approval,
      approval_note: decision.note,
      decided_by: decision.decidedBy,
      decided_at: decision.decidedAt,
    })
    .where('id', '=', versionId)
    .execute();
}

/** The version is not held back any more, whatever is wrong with it. The row of its app must be locked. */
export async function releaseVersion(trx: Transaction<Tables>, versionId: string): Promise<void> {
  await trx.updateTable('versions').set({ held_back: [] }).where('id', '=', versionId).execute();
}

/** The version must not be the active one; its app's row must be locked. */
export async function deleteVersion(trx: Transaction<Tables>, versionId: string): Promise<void> {
  await trx.deleteFrom('versions').where('id', '=', versionId).execute();
}

/** What a build says of itself may hold anything; `jsonb` takes neither NUL nor half a surrogate pair. */
function storableJson(value: object): string {
  return JSON.stringify(value, (_key, part: unknown) =>
    typeof part === 'string' ? part.replaceAll('\0', '').toWellFormed() : part,
  );
}
