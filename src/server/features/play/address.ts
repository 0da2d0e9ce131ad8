import type { ContentEncoding, FileRole } from '#shared/versions.ts';
import type { loadManifest } from '../versions/read.ts';
import { encodePath } from './target.ts';

/** One file of a published version. */
export type ServedFile = Awaited<ReturnType<typeof loadManifest>>[number];

/** Where the addresses that Flux itself answers on a content origin begin. */
export const ownPrefix = '_flux/';

/** Below these sizes the round trip of a redirect costs more than it can save. */
const minRoleBytes = 65_536;
const minOtherBytes = 262_144;

/** Parts that Unity's loaders fetch as data. A loader or a worker asks for its neighbours relative to itself. */
const movableRoles = new Set<FileRole>(['framework', 'data', 'wasm', 'asm', 'memory', 'symbols']);
/** Types that refer to nothing relative to their own address, which a redirect changes. */
const movableTypes = /^(?:audio|video|font)\/|^image\/(?!svg)|^application\/(?:octet-stream|wasm|gzip|zip)\b/;

/**
 * What a large file is called in its immutable address: its role, which a switch of compression or of names
 * leaves alone, or its path. Null for files that are served at their stable path.
 */
export function immutableName(file: ServedFile): string | null {
  if (file.role !== null) return movableRoles.has(file.role) && file.size >= minRoleBytes ? file.role : null;
  return file.size >= minOtherBytes && movableTypes.test(file.contentType) ? file.path : null;
}

/** The address that names a large file's content and never changes its meaning; null as for `immutableName`. */
export function immutableAddress(file: ServedFile): string | null {
  const name = immutableName(file);
  return name === null ? null : `/${ownPrefix}${file.sha256}/${encodePath(name)}`;
}

/**
 * The Content-Type of a file sent in an encoding. Safari leaves a gzip-encoded `application/octet-stream`
 * compressed (WebKit bug 247421), so Unity's `.data.gz` goes out as `application/gzip` then.
 */
export function contentTypeIn(file: ServedFile, encoding: ContentEncoding): string {
  if (file.role !== 'data' || !file.path.endsWith('.gz')) return file.contentType;
  return encoding === 'gzip' ? 'application/gzip' : 'application/octet-stream';
}

/**
 * Data and wasm, to be started before the loader asks for them. Only where there is one of each: a build for two
 * targets has more, and its loader picks.
 */
export function preloadedFiles(files: Iterable<ServedFile>): ServedFile[] {
  const byRole = Map.groupBy(files, ({ role }) => role);
  return (['data', 'wasm'] as const)
    .flatMap((role) => (byRole.get(role)?.length === 1 ? (byRole.get(role) ?? []) : []))
    .filter((file) => immutableAddress(file) !== null);
}

/**
 * The `Link` header of a document; null where there is nothing to preload.
 * @param address by which the document itself will ask. A browser hands over what it preloads only to a request for the
 *   same address; any other finds it in the browser's cache at best, and a file that is too large for that comes twice.
 */
export function preloadLinks(
  files: readonly ServedFile[],
  base: string,
  address: 'stable' | 'immutable',
): string | null {
  const links = files.map((file) => {
    const path = (address === 'immutable' ? immutableAddress(file) : null) ?? `/${encodePath(file.path)}`;
    return `<${base}${path}>; rel=preload; as=fetch; crossorigin`;
  });
  return links.length === 0 ? null : links.join(', ');
}
