import type { Kysely } from 'kysely';
import type { Context } from '#server/context.ts';
import type { Tables } from '#server/db/schema.ts';
import { isId } from '#server/platform/ids.ts';
import type { Approval, BuildReport } from '#shared/versions/versions.ts';
import type { ManifestFile } from '../builds/tree.ts';

export interface StoredVersion {
  id: string;
  appId: string;
  number: string;
  report: BuildReport;
  approval: Approval;
  /** What whoever sent it back wrote. */
  approvalNote: string;
  /** Codes of what stops the build; empty where it may be activated as it is. */
  heldBack: string[];
  fileName: string;
  fileSize: number;
  /** Null once the upload was dropped. */
  originalSha256: Buffer | null;
  /** Null once that person has left. */
  uploadedBy: string | null;
}

/** A version with what its history tells. */
export interface VersionEntry extends StoredVersion {
  changelog: string;
  uploadedByUsername: string | null;
  uploadedByEmail: string | null;
  uploadedAt: Date;
}

export async function findVersion(
  { db }: Pick<Context, 'db'>,
  versionId: string,
): Promise<StoredVersion | null> {
  if (!isId(versionId)) return null;
  const row = await db
    .selectFrom('versions')
    .select(storedColumns)
    .where('versions.id', '=', versionId)
    .executeTakeFirst();
  return row ?? null;
}

/** Newest first. */
export async function listEntries({ db }: Pick<Context, 'db'>, appId: string): Promise<VersionEntry[]> {
  return selectEntries(db)
    .where('versions.app_id', '=', appId)
    .orderBy('versions.uploaded_at', 'desc')
    .orderBy('versions.id', 'desc')
    .execute();
}

export async function findEntry(
  { db }: Pick<Context, 'db'>,
  versionId: string,
): Promise<VersionEntry | null> {
  return (await selectEntries(db).where('versions.id', '=', versionId).executeTakeFirst()) ?? null;
}

export async function listNumbers(db: Kysely<Tables>, appId: string): Promise<string[]> {
  const rows = await db.selectFrom('versions').select('number').where('app_id', '=', appId).execute();
  return rows.map((row) => row.number);
}

/** Everything that a version serves, by path. A version never changes, so its manifest may be kept for good. */
export async function loadManifest(context: Context, versionId: string): Promise<ManifestFile[]> {
  const rows = await context.db
    .selectFrom('version_files')
    .select(['path', 'sha256', 'size', 'content_type as contentType', 'role', 'encodable'])
    .where('version_id', '=', versionId)
    .orderBy('path')
    .execute();
  return rows.map((row) => ({ ...row, sha256: row.sha256.toString('hex') }));
}

const storedColumns = [
  'versions.id',
  'versions.app_id as appId',
  'versions.number',
  'versions.report',
  'versions.approval',
  'versions.approval_note as approvalNote',
  'versions.held_back as heldBack',
  'versions.file_name as fileName',
  'versions.file_size as fileSize',
  'versions.original_sha256 as originalSha256',
  'versions.uploaded_by as uploadedBy',
] as const;

function selectEntries(db: Kysely<Tables>) {
  return db
    .selectFrom('versions')
    .leftJoin('users', 'users.id', 'versions.uploaded_by')
    .select([
      ...storedColumns,
      'versions.changelog',
      'versions.uploaded_at as uploadedAt',
      'users.username as uploadedByUsername',
      'users.email as uploadedByEmail',
    ]);
}
