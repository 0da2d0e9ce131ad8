import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { SsrBundle } from '#shared/ssr.ts';

/** What the build made of the pages for the server, beside what it made for browsers; null where there is none. */
export async function loadSsrBundle(folder: string): Promise<SsrBundle | null> {
  const file = pathToFileURL(join(folder, 'pages.js')).href;
  return import(file).then(
    (pages: SsrBundle) => pages,
    (error: unknown) => {
      if (
        error instanceof Error &&
        'code' in error &&
        error.code === 'ERR_MODULE_NOT_FOUND' &&
        'url' in error &&
        error.url === file
      )
        return null;
      throw error;
    },
  );
}
