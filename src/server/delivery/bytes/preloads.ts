import type { IncomingHttpHeaders } from 'node:http';
import type { BuildReport } from '#shared/versions/versions.ts';
import { dictionaryPattern, immutableAddress, type ServedFile } from '../routing/address.ts';
import { chromiumVersion } from '../routing/client-hints.ts';
import { encodePath } from '../routing/target.ts';

/** A file that a document makes the browser load ahead. */
export interface Preload {
  file: ServedFile;
  /** The path by which the creator's own page asks for it, which may be a second name. */
  askedAs: string;
  /** How whoever needs it will ask: what is loaded ahead is handed over only to the same kind of request. */
  as: 'script' | 'fetch';
  /** Whether Unity keeps it in a cache of its own, and asks again with conditions that pass by what was loaded ahead. */
  revalidated: boolean;
}

/**
 * Loader, framework, code and data, so that all four come side by side. Only where there is one of each: a build for two
 * targets has more, and its loader picks.
 */
export function preloadsOf(
  files: Iterable<ServedFile>,
  { loader, frameworkLoadedBy, parts }: Pick<BuildReport, 'loader' | 'frameworkLoadedBy' | 'parts'>,
): Preload[] {
  const paths = new Set(parts.map(({ path }) => path));
  const byRole = Map.groupBy(files, ({ role }) => role);
  const old = loader === 'UnityLoader';
  const wanted = [
    { role: 'loader', as: 'script', revalidated: false },
    { role: 'framework', as: old ? 'fetch' : frameworkLoadedBy, revalidated: old },
    { role: 'wasm', as: 'fetch', revalidated: old },
    { role: 'data', as: 'fetch', revalidated: true },
  ] as const;
  return wanted.flatMap(({ role, as, revalidated }) => {
    const names = byRole.get(role) ?? [];
    const own = names.filter(({ path }) => paths.has(path));
    const second = names.filter(({ path }) => !paths.has(path));
    const file = own[0] ?? second[0];
    const isOne = own.length <= 1 && second.every(({ sha256 }) => sha256 === file?.sha256);
    // Second names are those by which the page asks for what is called otherwise.
    return file && as && isOne ? [{ file, askedAs: (second[0] ?? file).path, as, revalidated }] : [];
  });
}

/** Chromium takes deltas since version 130, and says so in no request but those for which it holds a dictionary. */
const firstWithDeltas = 130;

/** Whether a browser takes what changed since a file that it holds (RFC 9842), as far as `Sec-CH-UA` tells. */
export function takesDeltas(headers: IncomingHttpHeaders): boolean {
  return (chromiumVersion(headers) ?? 0) >= firstWithDeltas;
}

/** The page that is answered, and who asks for it. */
export interface PreloadingPage {
  /** What stands before every path of the app in its addresses. */
  base: string;
  /** By which the page itself will ask; any other address than its own makes the browser fetch a file twice. */
  address: 'stable' | 'immutable';
  /** Whether the browser keeps storage for the page, and with it Unity's cache. */
  hasStorage: boolean;
  /** As of `takesDeltas`. */
  takesDeltas: boolean;
}

/** The `Link` header of a document; null where there is nothing to preload. */
export function preloadLinks(preloads: readonly Preload[], page: PreloadingPage): string | null {
  const { base, address } = page;
  const links = preloads.flatMap(({ file, askedAs, as, revalidated }) => {
    // After an update it would come twice, the second time for a request that no dictionary makes small.
    const comesTwice = revalidated && page.hasStorage && address === 'stable';
    if (comesTwice && !(page.takesDeltas && dictionaryPattern(file) !== null)) return [];
    const path =
      address === 'stable'
        ? `/${encodePath(askedAs)}`
        : (immutableAddress(file) ?? `/${encodePath(file.path)}`);
    // What is fetched is asked for in the mode `cors`, which the attribute stands for; Unity's scripts are not.
    return `<${base}${path}>; rel=preload; as=${as}${as === 'fetch' ? '; crossorigin' : ''}`;
  });
  return links.length === 0 ? null : links.join(', ');
}
