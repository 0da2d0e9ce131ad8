import { lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';

/** stat(2) counts what a file takes of the disk in these. */
const blockBytes = 512;

/** Bytes of the disk that the files below a folder take, by how their names end. */
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

/** What came in between, in bytes and in words. */
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
