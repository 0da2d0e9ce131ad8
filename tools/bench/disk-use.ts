import { lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';

/** The block size of stat(2), in bytes. */
const blockBytes = 512;

/** Disk usage of the files in a folder, in bytes, by file name suffix. */
export async function diskUse(folder: string): Promise<Map<string, number>> {
  const use = new Map<string, number>();
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const ending = entry.name.slice(entry.name.lastIndexOf('.') + 1);
    const { blocks } = await lstat(join(entry.parentPath, entry.name));
    use.set(ending, (use.get(ending) ?? 0) + blocks * blockBytes);
  }
  return use;
}

/** The difference between two measurements, in bytes and as text. */
export function grown(
  before: ReadonlyMap<string, number>,
  after: ReadonlyMap<string, number>,
): { diskBytes: number; detail: string } {
  const parts = [...after].map(([ending, bytes]) => [ending, bytes - (before.get(ending) ?? 0)] as const);
  const detail = parts
    .filter(([, bytes]) => bytes !== 0)
    .sort(([, a], [, b]) => b - a)
    .map(([ending, bytes]) => `${ending} ${(bytes / 1e6).toFixed(1)} MB`)
    .join(', ');
  return { diskBytes: parts.reduce((sum, [, bytes]) => sum + bytes, 0), detail };
}
