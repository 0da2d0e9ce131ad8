import type { FileRole } from '#shared/versions.ts';
import type { ManifestFile } from '../tree.ts';
import { contentTypeOf, isEncodable } from './content-type.ts';
import type { PlacedFile } from './placed.ts';

/** Every served file, then its aliases; a path stands in it once. */
export function manifestOf(
  files: readonly PlacedFile[],
  roles: ReadonlyMap<PlacedFile, FileRole>,
  aliases: ReadonlyMap<string, PlacedFile>,
): ManifestFile[] {
  const manifest = new Map<string, ManifestFile>();
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
