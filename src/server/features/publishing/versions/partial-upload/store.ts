import { type Kysely, type NotNull, sql, type Transaction } from 'kysely';
import type { Tables } from '#server/db/schema.ts';
import type { PackedFile } from '../../builds/tree.ts';

/** PostgreSQL takes 65,535 parameters in a statement; a file needs nine. */
const filesPerStatement = 2_000;

/** Beside the active version, so many of the newest are looked through before all others. */
const newestVersions = 20;

/** In the transaction that inserts the version. */
export async function insertPackedFiles(
  trx: Transaction<Tables>,
  { appId, versionId }: { appId: string; versionId: string },
  files: readonly PackedFile[],
): Promise<void> {
  for (let start = 0; start < files.length; start += filesPerStatement) {
    const rows = files.slice(start, start + filesPerStatement).map((file) => ({
      version_id: versionId,
      app_id: appId,
      sha256: Buffer.from(file.sha256, 'hex'),
      size: file.size,
      crc32: file.crc32,
      method: file.method,
      data_start: file.dataStart,
      packed_size: file.packedSize,
      gzip_time: file.gzipTime,
    }));
    await trx.insertInto('packed_files').values(rows).execute();
  }
}

/** The versions of an app in which files are looked for first: the active one, then the newest. */
export async function listBaseVersions(db: Kysely<Tables>, appId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('versions')
    .innerJoin('apps', 'apps.id', 'versions.app_id')
    .select('versions.id')
    .where('versions.app_id', '=', appId)
    .orderBy(sql`versions.id = apps.active_version_id`, 'desc')
    .orderBy('versions.uploaded_at', 'desc')
    .limit(newestVersions + 1)
    .execute();
  return rows.map(({ id }) => id);
}

/** A file of a version's upload, which is kept under `original`. */
export interface FoundPackedFile extends PackedFile {
  original: Buffer;
}

const whereItLies = [
  'packed_files.sha256',
  'packed_files.size',
  'packed_files.crc32',
  'packed_files.method',
  'packed_files.data_start as dataStart',
  'packed_files.packed_size as packedSize',
  'packed_files.gzip_time as gzipTime',
  'versions.original_sha256 as original',
] as const;

/** Those of the files that lie in the uploads of these versions, each in the first of them that has it. */
export async function listPackedFiles(
  db: Kysely<Tables>,
  versionIds: readonly string[],
  sha256s: readonly Buffer[],
): Promise<FoundPackedFile[]> {
  if (versionIds.length === 0 || sha256s.length === 0) return [];
  const rows = await db
    .selectFrom('packed_files')
    .innerJoin('versions', 'versions.id', 'packed_files.version_id')
    .distinctOn('packed_files.sha256')
    .select(whereItLies)
    .where(sql<boolean>`packed_files.version_id = any(${versionIds})`)
    .where(sql<boolean>`packed_files.sha256 = any(${sha256s})`)
    .where('versions.original_sha256', 'is not', null)
    .orderBy('packed_files.sha256')
    .orderBy(sql`array_position(${versionIds}::text[], packed_files.version_id)`)
    .$narrowType<{ original: NotNull }>()
    .execute();
  return rows.map((row) => ({ ...row, sha256: row.sha256.toString('hex') }));
}

/**
 * Those of the files that lie in the upload of whichever version of an app, each in one of them. Of every file one row is
 * read at most, however many versions have it: the first that the index names for this app.
 */
export async function listPackedFilesOfAnyVersion(
  db: Kysely<Tables>,
  appId: string,
  sha256s: readonly Buffer[],
): Promise<FoundPackedFile[]> {
  if (sha256s.length === 0) return [];
  const rows = await db
    .selectFrom(sql<{ sha256: Buffer }>`unnest(${sha256s}::bytea[])`.as<'wanted'>(sql`wanted(sha256)`))
    .innerJoinLateral(
      (query) =>
        query
          .selectFrom('packed_files')
          .selectAll()
          .where('app_id', '=', appId)
          .whereRef('packed_files.sha256', '=', 'wanted.sha256')
          .orderBy('version_id')
          .limit(1)
          .as('packed_files'),
      (join) => join.onTrue(),
    )
    .innerJoin('versions', 'versions.id', 'packed_files.version_id')
    .select(whereItLies)
    .where('versions.original_sha256', 'is not', null)
    .$narrowType<{ original: NotNull }>()
    .execute();
  return rows.map((row) => ({ ...row, sha256: row.sha256.toString('hex') }));
}

/** Those of the contents that these versions serve, with their bytes. */
export async function listServedFiles(
  db: Kysely<Tables>,
  versionIds: readonly string[],
  sha256s: readonly Buffer[],
): Promise<{ sha256: Buffer; size: number }[]> {
  if (versionIds.length === 0 || sha256s.length === 0) return [];
  return db
    .selectFrom('version_files')
    .select(['sha256', 'size'])
    .distinct()
    .where(sql<boolean>`version_id = any(${versionIds})`)
    .where(sql<boolean>`sha256 = any(${sha256s})`)
    .execute();
}

/** Those of the contents that whichever version of an app serves, with their bytes. */
export async function listFilesOfAnyVersion(
  db: Kysely<Tables>,
  appId: string,
  sha256s: readonly Buffer[],
): Promise<{ sha256: Buffer; size: number }[]> {
  if (sha256s.length === 0) return [];
  return db
    .selectFrom('version_files')
    .innerJoin('versions', 'versions.id', 'version_files.version_id')
    .select(['sha256', 'size'])
    .distinct()
    .where('versions.app_id', '=', appId)
    .where(sql<boolean>`sha256 = any(${sha256s})`)
    .execute();
}
