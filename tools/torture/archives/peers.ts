import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile } from 'node:fs/promises';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { findJunk } from '#shared/files/junk.ts';
import type { ReadFile } from './messages.ts';

/** Other zip readers, for comparison on the same bytes. */
export const peers = [
  { name: 'bsdtar', arguments: (zip: string, folder: string) => ['-x', '-f', zip, '-C', folder] },
  { name: 'unzip', arguments: (zip: string, folder: string) => ['-qq', '-o', zip, '-d', folder] },
] as const;
type Peer = (typeof peers)[number];

/**
 * Extracts an accepted archive with a peer.
 * @returns the differences
 */
export async function compareWith(
  peer: Peer,
  zip: string,
  folder: string,
  files: readonly ReadFile[],
): Promise<string[]> {
  await mkdir(folder);
  const { code, words } = await run(peer.name, peer.arguments(zip, folder));
  const found = await filesBelow(folder);
  // Each tool decodes names that are neither ASCII nor marked as UTF-8 differently, so their bytes are
  // compared.
  const unmatched: string[] = [];
  for (const file of files) {
    const content = found.get(file.path);
    if (content !== undefined) {
      found.delete(file.path);
      if (hash(content, file) !== file.sha256) unmatched.push(`${file.path} has other bytes`);
      continue;
    }
    const twin = isAscii(file.path)
      ? undefined
      : [...found].find(([, bytes]) => hash(bytes, file) === file.sha256);
    if (twin) found.delete(twin[0]);
    else unmatched.push(`${file.path} is missing`);
  }
  const junk = findJunk([...files.map(({ path }) => path), ...found.keys()]);
  const more = [...found.keys()].filter((path) => !junk.has(path)).map((path) => `${path} is there too`);
  const differences = [...unmatched, ...more];
  if (code === unzipPassedOver && claimsNewFormat(await readFile(zip))) return [];
  return differences.length === 0
    ? []
    : differences.map((text) => `${peer.name} (${code}): ${text} ${words}`);
}

/** unzip skips files that require a version of the format above 4.6. */
const unzipPassedOver = 81;

function claimsNewFormat(zip: Buffer): boolean {
  const signature = Buffer.from('PK\x01\x02', 'latin1');
  for (let at = zip.indexOf(signature); at >= 0; at = zip.indexOf(signature, at + 4)) {
    if ((zip.at(at + 6) ?? 0) > 46) return true;
  }
  return false;
}

function run(command: string, args: readonly string[]): Promise<{ code: unknown; words: string }> {
  const env = { PATH: process.env.PATH, LC_ALL: 'C.UTF-8' };
  return new Promise((resolve, reject) => {
    const child = execFile(
      command,
      args,
      { env, timeout: 20_000, encoding: 'latin1' },
      (error, _out, words) => {
        if (error && 'code' in error && error.code === 'ENOENT') reject(error);
        else resolve({ code: error?.code ?? 0, words: words.slice(0, 200) });
      },
    );
    child.stdin?.end();
  });
}

/** Contents by path. Names stay bytes until here, because a peer may write any. */
async function filesBelow(folder: string): Promise<Map<string, Buffer>> {
  const found = new Map<string, Buffer>();
  const walk = async (prefix: Buffer): Promise<void> => {
    const below = Buffer.concat([Buffer.from(`${folder}/`), prefix]);
    for (const entry of await readdir(below, { encoding: 'buffer', withFileTypes: true })) {
      const name = Buffer.concat([prefix, entry.name]);
      const path = Buffer.concat([below, entry.name]);
      if (entry.isDirectory()) await walk(Buffer.concat([name, Buffer.from('/')]));
      else found.set(nameOf(name), entry.isFile() ? await readFile(path) : Buffer.from('not a file'));
    }
  };
  await walk(Buffer.alloc(0));
  return found;
}

/** Flux treats backslashes as slashes for every host system of a zip. The peers do so for some. */
function nameOf(bytes: Buffer): string {
  return bytes
    .toString()
    .replaceAll('\\', '/')
    .normalize('NFC')
    .replace(/^(\.\/)+/, '');
}

/** SHA-256 of the content, without the compression that Flux detected. */
function hash(bytes: Buffer, { storedEncoding }: ReadFile): string {
  return createHash('sha256').update(decode(bytes, storedEncoding)).digest('hex');
}

function decode(bytes: Buffer, encoding: ReadFile['storedEncoding']): Buffer {
  try {
    if (encoding === 'gzip') return gunzipSync(bytes);
    return encoding === 'br' ? brotliDecompressSync(bytes) : bytes;
  } catch {
    return bytes;
  }
}

function isAscii(text: string): boolean {
  return /^[\x20-\x7e]*$/.test(text);
}
