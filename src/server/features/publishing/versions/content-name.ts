import type { FileRole } from '#shared/versions/versions.ts';
import type { ManifestFile } from '../builds/tree.ts';

/** Below these sizes the round trip of a redirect costs more than it can save. */
const minRoleBytes = 65_536;
const minOtherBytes = 262_144;

/** Parts that Unity's loaders fetch as data. A loader or a worker asks for its neighbours relative to itself. */
const movableRoles = new Set<FileRole>(['framework', 'data', 'wasm', 'asm', 'memory', 'symbols']);
/** Types that refer to nothing relative to their own address, which a redirect changes. */
const movableTypes = /^(?:audio|video|font)\/|^image\/(?!svg)|^application\/(?:octet-stream|wasm|gzip|zip)\b/;

/** Whether a content name is that of a role. */
export function isMovableRole(name: string): name is FileRole {
  return movableRoles.has(name as FileRole);
}

/**
 * What a large file is called in its immutable address: its role, which a switch of compression or of names
 * leaves alone, or its path. Null for files that are served at their stable path, among them one that a creator called as a
 * role is: by that name a browser, too, would take it for the part of Unity's, and hold one of both alone.
 */
export function contentName(
  file: Pick<ManifestFile, 'path' | 'role' | 'size' | 'contentType'>,
): string | null {
  if (file.role !== null) return isMovableRole(file.role) && file.size >= minRoleBytes ? file.role : null;
  const isMovable = file.size >= minOtherBytes && movableTypes.test(file.contentType);
  return isMovable && !isMovableRole(file.path) ? file.path : null;
}
