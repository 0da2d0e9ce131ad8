/** npm's folder of installed packages. */
export const packagesFolder = 'node_modules';

/** Limits of the search, so that a large upload costs little. */
const maxReferrers = 100;
const maxReferrerBytes = 1024 * 1024;
const referrer = /\.(?:html?|m?js|css)$/i;
const page = /\.html?$/i;
/**
 * The start of an address in quotes, in `url()`, after `=` or after a template's `}`. Comments and regular
 * expressions do not match.
 */
const reference = /["'`(=}](?:\.{0,2}\/)*node_modules\/[@\w]/;

/** Reads the text at the start of a file, at most `maxBytes` of it. */
export type ReadStart = (path: string, maxBytes: number) => Promise<string>;

/**
 * Whether a build loads files from `node_modules`: a page, script or stylesheet outside of it contains the
 * address of a file in it. Searches the first MiB of 100 files, starting at the top and with pages before
 * scripts.
 */
export async function usesPackages(paths: readonly string[], readStart: ReadStart): Promise<boolean> {
  for (const path of referrersAmong(paths))
    if (reference.test(await readStart(path, maxReferrerBytes))) return true;
  return false;
}

function referrersAmong(paths: readonly string[]): string[] {
  return paths
    .filter((path) => referrer.test(path) && !path.split('/').includes(packagesFolder))
    .map((path) => ({ path, depth: path.split('/').length, rank: page.test(path) ? 0 : 1 }))
    .sort((a, b) => a.depth - b.depth || a.rank - b.rank || (a.path < b.path ? -1 : 1))
    .slice(0, maxReferrers)
    .map(({ path }) => path);
}
