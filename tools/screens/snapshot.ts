import { createHash } from 'node:crypto';
import {
  cp,
  lchown,
  lstat,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rename,
  rm,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Browser } from '@playwright/test';
import { ScreensInstance } from './instance.ts';
import { seed } from './seed/seed.ts';
import { SeedRegistry } from './seed-registry.ts';

const projectFolder = fileURLToPath(new URL('../..', import.meta.url));
/** Sources that the seeded data depends on. If the server's behaviour changes otherwise, use `--fresh`. */
const sources = [
  'tools/screens/seed',
  'tools/screens/pictures',
  'tools/screens/instance.ts',
  'src/server/db/migrations',
];

export interface SeededInstance {
  world: ScreensInstance;
  seeds: SeedRegistry;
  close(): Promise<void>;
}

/**
 * Starts a Flux with seeded data: seeded now, or copied from a snapshot of the same day, which takes seconds
 * instead of minutes. Each run uses its own folder.
 */
export async function openSeededInstance(
  browser: Browser,
  kept: string,
  fresh: boolean,
): Promise<SeededInstance> {
  const source = join(kept, await fingerprint());
  const folder = await mkdtemp(join(tmpdir(), 'flux-screens-'));
  let world: ScreensInstance | null = null;
  const close = async () => {
    await world?.close();
    await rm(folder, { recursive: true, force: true });
  };
  try {
    const found = fresh ? null : await readFile(join(source, 'seeds.json'), 'utf8').catch(() => null);
    const data = join(folder, 'data');
    if (found) {
      await copyWithOwners(join(source, 'data'), data);
      world = await ScreensInstance.start(data);
      return { world, seeds: new SeedRegistry(JSON.parse(found)), close };
    }
    await mkdir(data);
    world = await ScreensInstance.start(data);
    const seeds = await seed(world, browser);
    // A database can only be copied while it is stopped.
    await world.close();
    world = null;
    await saveSnapshot(source, data, seeds);
    world = await ScreensInstance.start(data);
    return { world, seeds, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** The snapshot gets its final name only when it is complete. */
async function saveSnapshot(target: string, data: string, seeds: SeedRegistry): Promise<void> {
  const kept = dirname(target);
  await mkdir(kept, { recursive: true });
  for (const name of await readdir(kept)) await rm(join(kept, name), { recursive: true, force: true });
  const unfinished = await mkdtemp(join(kept, 'unfinished-'));
  await copyWithOwners(data, join(unfinished, 'data'));
  await writeFile(join(unfinished, 'seeds.json'), JSON.stringify(seeds));
  await rename(unfinished, target);
}

/** Root runs the database as another user, who has to own its files in the copy too. */
async function copyWithOwners(source: string, target: string): Promise<void> {
  await cp(source, target, { recursive: true, preserveTimestamps: true });
  if (process.getuid?.() !== 0) return;
  for (const name of ['', ...(await readdir(source, { recursive: true }))]) {
    const { uid, gid } = await lstat(join(source, name));
    if (uid !== 0) await lchown(join(target, name), uid, gid);
  }
}

/** Includes the date, because times in the data are relative to the day of seeding. */
async function fingerprint(): Promise<string> {
  const hash = createHash('sha256').update(new Date().toISOString().slice(0, 10));
  for (const source of sources) hash.update(await contentOf(join(projectFolder, source)));
  return hash.digest('hex').slice(0, 16);
}

async function contentOf(path: string): Promise<string> {
  const names = await readdir(path).catch(() => null);
  if (!names) return readFile(path, 'utf8');
  const contents = await Promise.all(names.sort().map((name) => contentOf(join(path, name))));
  return contents.join('\0');
}
