import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';

const built = join(import.meta.dirname, '../dist/web');
const maxBytes = 120_000;

/** As the server sends a script to a browser that accepts Brotli. */
async function sentBytes(file: string): Promise<number> {
  const path = join(built, file);
  return (await stat(`${path}.br`).catch(() => stat(path))).size;
}

for (const [address, page] of [
  ['/', 'pages/home/home-page.tsx'],
  ['/play/:id', 'pages/apps/play-page.tsx'],
] as const) {
  test(`${address} starts with less than 120 kB of compressed script`, async () => {
    const manifest = JSON.parse(await readFile(join(built, '.vite/manifest.json'), 'utf8')) as Record<
      string,
      { file: string; imports?: string[] }
    >;
    const sources = new Set(['index.html', page]);
    // A Set iterator includes elements that are added during the iteration.
    for (const source of sources) for (const next of manifest[source]?.imports ?? []) sources.add(next);
    const files = [...sources].map((source) => manifest[source]?.file ?? source);
    const sizes = await Promise.all(files.map(async (file) => ({ file, bytes: await sentBytes(file) })));
    const sum = sizes.reduce((total, { bytes }) => total + bytes, 0);
    expect(sum, JSON.stringify(sizes, null, 1)).toBeLessThan(maxBytes);
  });
}
