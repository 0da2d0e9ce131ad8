import { isDocument } from '../access/protection.ts';
import type { Manifest } from '../bytes/manifest-cache.ts';
import { contentTypeIn, type ServedFile } from './address.ts';

type BuildFiles = Pick<Manifest, 'files' | 'version'>;
type FoundFile = { file: ServedFile } | { redirectTo: string };

/**
 * The file at a path, by exact look-up. Doubled slashes within the path count as one, as on most servers. A document is
 * redirected, because its relative addresses depend on its own.
 */
export function findFile(build: BuildFiles, path: string): FoundFile | null {
  const exact = findExactly(build, path);
  const merged = path.replaceAll(/(?<=[^/])\/{2,}/g, '/');
  if (exact || merged === path) return exact;
  const found = findExactly(build, merged);
  if (!found || 'redirectTo' in found) return found;
  return isDocument(contentTypeIn(found.file, 'identity')) ? { redirectTo: merged } : found;
}

/** The page that a single-page application shows at its routes. */
export function findStartPage({ files, version }: BuildFiles): FoundFile | null {
  const file = files.get(version.report.entry);
  return file ? { file } : null;
}

/** A folder redirects to its page. */
function findExactly({ files, version }: BuildFiles, path: string): FoundFile | null {
  const exact = files.get(path);
  if (exact) return { file: exact };
  if (path === '') {
    const { entry } = version.report;
    const file = files.get(entry);
    if (!file) return null;
    return entry.includes('/') ? { redirectTo: entry } : { file };
  }
  if (path.endsWith('/')) {
    const file = files.get(`${path}index.html`);
    return file ? { file } : null;
  }
  return files.has(`${path}/index.html`) ? { redirectTo: `${path}/` } : null;
}
