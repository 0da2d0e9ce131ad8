import type { Kysely } from 'kysely';
import type { Tables } from '#server/db/schema.ts';
import {
  type FoundPackedFile,
  listBaseVersions,
  listFilesOfAnyVersion,
  listPackedFiles,
  listPackedFilesOfAnyVersion,
  listServedFiles,
} from './store.ts';

/**
 * More contents are not looked for in what all versions serve: each row that names one of them is read then, of other apps,
 * too. And who lacks so many hardly builds on anything old.
 */
const mostLookedForEverywhere = 1_000;

/**
 * Where the bytes of a file can be taken from: from an upload, in which it lies packed, or from what a version serves,
 * which is there also after its upload was dropped.
 */
export type StoredSource =
  | ({ kind: 'packed' } & Omit<FoundPackedFile, 'sha256'>)
  | { kind: 'served'; content: Buffer; size: number };

/** The kept content that holds its bytes. */
export function contentOf(source: StoredSource): Buffer {
  return source.kind === 'served' ? source.content : source.original;
}

/**
 * Those of the files that versions of the app have, and of no other app, by their sha256 in hexadecimal. The active
 * version's upload comes first, so that few uploads need to be opened, and that nothing more is looked for elsewhere than
 * it lacks: a file may be in every version. What the newest lack is looked for in the uploads of all, and then in what they
 * serve. Whoever asks again for some of what was found finds it.
 */
export async function findStored(
  db: Kysely<Tables>,
  appId: string,
  sha256s: readonly string[],
): Promise<Map<string, StoredSource>> {
  const kept = new Map<string, StoredSource>();
  const versions = await listBaseVersions(db, appId);
  let missing = [...new Set(sha256s)].map((sha256) => Buffer.from(sha256, 'hex'));
  const lookings = [
    () => listPackedFiles(db, versions.slice(0, 1), missing),
    () => listPackedFiles(db, versions.slice(1), missing),
    () => listPackedFilesOfAnyVersion(db, appId, missing),
  ];
  for (const look of lookings) {
    for (const { sha256, ...file } of await look()) kept.set(sha256, { kind: 'packed', ...file });
    missing = missing.filter((sha256) => !kept.has(sha256.toString('hex')));
  }
  const served =
    missing.length > mostLookedForEverywhere
      ? await listServedFiles(db, versions, missing)
      : await listFilesOfAnyVersion(db, appId, missing);
  for (const { sha256, size } of served)
    kept.set(sha256.toString('hex'), { kind: 'served', content: sha256, size });
  return kept;
}
