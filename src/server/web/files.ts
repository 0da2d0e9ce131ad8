import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { extname, join, sep } from 'node:path';

/** A file of the built web app, in memory: the app is a few hundred kB, and every visitor requests the same files. */
export interface WebFile {
  type: string;
  /** A strong ETag of the plain content. Each encoding derives its own from it. */
  etag: string;
  identity: Buffer;
  br: Buffer | null;
  gzip: Buffer | null;
  /** Whether the file name contains a hash of the content, so that the file never changes. */
  immutable: boolean;
}

export interface WebFiles {
  /** `index.html`, with `__CSP_NONCE__` as the placeholder of the nonce. */
  page: string;
  /** By path, as in `/assets/index-BEqnG1s_.js`. */
  files: Map<string, WebFile>;
}

const types: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.ico': 'image/x-icon',
  '.jpg': 'image/jpeg',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
};

/** Reads the build folder; null if there is none. */
export async function readWebFiles(folder: string): Promise<WebFiles | null> {
  const page = await readFile(join(folder, 'index.html'), 'utf8').catch(() => null);
  if (page === null) return null;
  const files = new Map<string, WebFile>();
  for (const name of await readdir(folder, { recursive: true })) {
    const type = types[extname(name)];
    // Folders with a dot hold build data for the server only.
    if (!type || name.startsWith('.')) continue;
    const path = `/${name.split(sep).join('/')}`;
    files.set(path, await readWebFile(join(folder, name), type, path.startsWith('/assets/')));
  }
  return { page, files };
}

async function readWebFile(path: string, type: string, immutable: boolean): Promise<WebFile> {
  const identity = await readFile(path);
  return {
    type,
    etag: createHash('sha256').update(identity).digest('base64url').slice(0, 27),
    identity,
    br: await readFile(`${path}.br`).catch(() => null),
    gzip: await readFile(`${path}.gz`).catch(() => null),
    immutable,
  };
}
