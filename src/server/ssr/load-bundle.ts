import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { SsrBundle } from '#shared/play/ssr.ts';

/** Loads the build of the pages for the server. Returns null if there is none. */
export async function loadSsrBundle(folder: string): Promise<SsrBundle | null> {
  const file = pathToFileURL(join(folder, 'pages.js')).href;
  return import(file).then(
    (bundle: SsrBundle) => bundle,
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
