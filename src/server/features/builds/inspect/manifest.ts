import { createHash } from 'node:crypto';
import type { FileRole } from '#shared/versions.ts';
import type { MadeFile, ManifestFile } from '../tree.ts';
import { contentTypeOf, isEncodable } from './content-type.ts';
import type { PlacedFile } from './placed.ts';

/** Every served file, then its aliases, then what Flux made; a path stands in it once. */
export function manifestOf(
  files: readonly PlacedFile[],
  roles: ReadonlyMap<PlacedFile, FileRole>,
  aliases: ReadonlyMap<string, PlacedFile>,
  made: readonly MadeFile[],
): ManifestFile[] {
  const manifest = new Map<string, ManifestFile>();
  for (const file of made) manifest.set(file.path, madeEntry(file));
  for (const file of files) {
    if (!manifest.has(file.path)) manifest.set(file.path, entryOf(file.path, file, roles.get(file) ?? null));
  }
  for (const [path, file] of aliases) {
    // An alias serves the same bytes in the same way, so the type follows the file's own name.
    if (!manifest.has(path))
      manifest.set(path, { ...entryOf(file.path, file, roles.get(file) ?? null), path });
  }
  return [...manifest.values()];
}

function entryOf(path: string, file: PlacedFile, role: FileRole | null): ManifestFile {
  const unpacked = file.source.storedEncoding !== 'identity';
  return {
    path,
    sha256: file.source.sha256,
    size: file.source.size,
    contentType: contentTypeOf(path, role),
    role,
    encodable: unpacked || isEncodable(path, role),
  };
}

function madeEntry(file: MadeFile): ManifestFile {
  const bytes = Buffer.from(file.content, 'utf8');
  return {
    path: file.path,
    sha256: createHash('sha256').update(bytes).digest('hex'),
    size: bytes.length,
    contentType: contentTypeOf(file.path, null),
    role: null,
    encodable: true,
  };
}
