import type { Kysely } from 'kysely';
import type { Tables } from '../../../schema.ts';
import { type FoundPackedFile, listBaseVersions, listPackedFiles, listServedFiles } from './store.ts';

/**
 * Where the bytes of a file can be taken from: from an upload, in which it lies packed, or from what a version serves,
 * which is there also after its upload was dropped.
 */
export type KeptSource =
  | ({ kind: 'packed' } & Omit<FoundPackedFile, 'versionId' | 'sha256'>)
  | { kind: 'served'; content: Buffer; size: number };

/** The kept content that holds its bytes. */
export function contentOf(source: KeptSource): Buffer {
  return source.kind === 'served' ? source.content : source.original;
}

/**
 * Those of the files that versions of the app have, and of no other app, by their sha256 in hexadecimal. The active
 * version's upload comes first, so that few uploads need to be opened.
 */
export async function findKept(
  db: Kysely<Tables>,
  appId: string,
  sha256s: readonly string[],
): Promise<Map<string, KeptSource>> {
  const kept = new Map<string, KeptSource>();
  if (sha256s.length === 0) return kept;
  const versions = await listBaseVersions(db, appId);
  const hashes = [...new Set(sha256s)].map((sha256) => Buffer.from(sha256, 'hex'));
  for (const { sha256, size } of await listServedFiles(db, versions, hashes))
    kept.set(sha256.toString('hex'), { kind: 'served', content: sha256, size });
  const packed = await listPackedFiles(db, versions, hashes);
  const turn = new Map(versions.map((id, index) => [id, index]));
  // The best comes last and stays.
  packed.sort((a, b) => (turn.get(b.versionId) ?? 0) - (turn.get(a.versionId) ?? 0));
  for (const { versionId: _, sha256, ...file } of packed) kept.set(sha256, { kind: 'packed', ...file });
  return kept;
}
