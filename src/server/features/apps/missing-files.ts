import { sql } from 'kysely';
import { percentDecode } from '#shared/files/percent-decode.ts';
import type { BuildReport, BuildWarning } from '#shared/versions/versions.ts';
import type { Context } from '../../context.ts';

/** A file that a running build requested and that does not exist, and the file that was probably meant. */
export interface MissingFile {
  path: string;
  nearPath: string;
}

/** A limit, because players could otherwise request ever new spellings. */
export const maxMissingFiles = 20;

/** Records a missing file of a version once. Beyond `maxMissingFiles` nothing is recorded. */
export async function recordMissingFile(
  context: Context,
  versionId: string,
  missing: MissingFile,
): Promise<void> {
  await sql`
    insert into missing_files (version_id, path, near_path, seen_at)
    select id, ${missing.path}, ${missing.nearPath}, ${context.clock.now()} from versions
    where id = ${versionId}
      and (select count(*) from missing_files where version_id = ${versionId}) < ${maxMissingFiles}
    on conflict do nothing
  `.execute(context.db);
}

/** The report of a version with the missing files that its players requested. */
export async function withMissingFiles(
  context: Context,
  versionId: string,
  report: BuildReport,
): Promise<BuildReport> {
  const missingFiles = await context.db
    .selectFrom('missing_files')
    .select(['path', 'near_path as nearPath'])
    .where('version_id', '=', versionId)
    .orderBy('seen_at')
    .orderBy('path')
    .execute();
  return { ...report, warnings: [...report.warnings, ...missingFiles.map(missingFileWarning)] };
}

function missingFileWarning({ path, nearPath }: MissingFile): BuildWarning {
  return {
    code: 'asked_for_missing_file',
    message: `While playing, the game asked for ${path}, which is not in the upload. There is ${nearPath}, which ${difference(path, nearPath)}; make both agree and upload again.`,
  };
}

function difference(path: string, nearPath: string): string {
  const lower = path.toLowerCase();
  const nearLower = nearPath.toLowerCase();
  if (lower === nearLower) return 'differs only by capital and small letters';
  if (bareName(lower) === bareName(nearLower)) return 'differs only by its ending';
  return 'differs only by how its name is encoded';
}

function bareName(path: string): string {
  return path.replace(compressionSuffix, '');
}

const compressionSuffix = /\.(?:gz|br|unityweb)$/;

/** What is the same for two paths that differ only by case, by Unity's suffixes or by percent-encoding. */
export function foldPath(path: string): string {
  return bareName(decode(decode(path)).replaceAll('+', ' ').normalize('NFC').toLowerCase());
}

function decode(path: string): string {
  return percentDecode(path) ?? path;
}
