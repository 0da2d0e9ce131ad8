import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { extname, join, sep } from 'node:path';

/** A file of the built web app, in memory: it is a few hundred kB, and every visitor asks for the same. */
export interface WebFile {
  type: string;
  /** Strong, of the plain content; each encoding has its own, made from it. */
  etag: string;
  identity: Buffer;
  br: Buffer | null;
  gzip: Buffer | null;
  /** Whether its name holds a hash of its content, so that it never changes. */
  immutable: boolean;
}

export interface WebFiles {
  /** `index.html`, with `__CSP_NONCE__` where the nonce goes. */
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

/** Reads the folder that the build made; null where there is none. */
export async function readWebFiles(folder: string): Promise<WebFiles | null> {
  const page = await readFile(join(folder, 'index.html'), 'utf8').catch(() => null);
  if (page === null) return null;
  const files = new Map<string, WebFile>();
  for (const name of await readdir(folder, { recursive: true })) {
    const type = types[extname(name)];
    // What the build tells the server alone lies in a folder with a dot.
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
