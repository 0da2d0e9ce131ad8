import type { BuildReport } from '#shared/versions.ts';
import type { Context } from '../../context.ts';
import { isId } from '../../platform/ids.ts';
import type { ManifestFile } from '../builds/tree.ts';

export interface StoredVersion {
  id: string;
  appId: string;
  number: string;
  report: BuildReport;
  fileName: string;
  fileSize: number;
  originalSha256: Buffer;
}

export async function findVersion(context: Context, versionId: string): Promise<StoredVersion | null> {
  if (!isId(versionId)) return null;
  const row = await context.db
    .selectFrom('versions')
    .select([
      'id',
      'app_id as appId',
      'number',
      'report',
      'file_name as fileName',
      'file_size as fileSize',
      'original_sha256 as originalSha256',
    ])
    .where('id', '=', versionId)
    .executeTakeFirst();
  return row ?? null;
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
