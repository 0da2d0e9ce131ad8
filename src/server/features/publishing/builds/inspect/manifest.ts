import type { FileRole } from '#shared/versions/versions.ts';
import type { ManifestFile } from '../tree.ts';
import { contentTypeOf, isEncodable, octets } from './content-type.ts';
import type { PlacedFile } from './placed.ts';
import { buildFoldersOf } from './unity/build-folders.ts';
import { folderOf, partNameOf } from './unity/part-names.ts';

/** Every served file, then its aliases; each path once. */
export function manifestOf(
  files: readonly PlacedFile[],
  roles: ReadonlyMap<PlacedFile, FileRole>,
  aliases: ReadonlyMap<string, PlacedFile>,
): ManifestFile[] {
  const buildFolders = buildFoldersOf(files.map((file) => file.path));
  const entryOf = (file: PlacedFile) => describe(file, roles.get(file) ?? null, buildFolders);
  const manifest = new Map<string, ManifestFile>();
  for (const file of files) if (!manifest.has(file.path)) manifest.set(file.path, entryOf(file));
  for (const [path, file] of aliases) {
    // An alias has the same bytes and content type.
    if (!manifest.has(path)) manifest.set(path, { ...entryOf(file), path, isAlias: true });
  }
  return [...manifest.values()];
}

/**
 * Parts of other builds have no role. They keep the content type of their name if they are in a build folder or
 * compressed by Unity, because browsers run no framework with the type of bytes.
 */
function describe(
  { path, source }: PlacedFile,
  role: FileRole | null,
  buildFolders: ReadonlySet<string>,
): ManifestFile {
  const unpacked = source.storedEncoding !== 'identity';
  const isPart = unpacked || buildFolders.has(folderOf(path));
  const servedAs = role ?? (isPart ? (partNameOf(path)?.role ?? null) : null);
  return {
    path,
    sha256: source.sha256,
    size: source.size,
    // Compressed bytes that cannot be decompressed are neither a script nor code.
    contentType: source.undecodable ? octets : contentTypeOf(path, servedAs),
    role,
    encodable: !source.undecodable && (unpacked || isEncodable(path, servedAs)),
  };
}
