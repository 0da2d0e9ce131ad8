import { readFile, realpath, stat } from 'node:fs/promises';
import { resolve, sep } from 'node:path';
import * as z from 'zod/mini';
import { BlobStoreError } from '../blob-store.ts';
import type { GoogleCredentials } from '../options.ts';

const largestKeyFile = 65_536;

/** Of a service account's key file; all else in it, every address above all, is left where it is. */
const keySchema = z.object({ client_email: z.string(), private_key: z.string() });

/**
 * Reads a key file of the folder that the operator named. Whatever is wrong is told in one way, so that nobody learns
 * from it which files there are.
 * @throws BlobStoreError `denied`
 */
export async function readKeyFile(folder: string | null, name: string): Promise<GoogleCredentials> {
  try {
    if (folder === null) throw new Error('No folder for key files is configured.');
    const [root, path] = await Promise.all([realpath(folder), realpath(resolve(folder, name))]);
    // Links are resolved by now: neither they nor dots lead out of the folder.
    if (!path.startsWith(root.endsWith(sep) ? root : `${root}${sep}`))
      throw new Error('The key file is outside of the folder.');
    const { size } = await stat(path).then((found) => (found.isFile() ? found : { size: Infinity }));
    if (size > largestKeyFile) throw new Error('This is not a key file.');
    const key = z.parse(keySchema, JSON.parse(await readFile(path, 'utf8')));
    return { clientEmail: key.client_email, privateKey: key.private_key };
  } catch {
    // The reason would tell what is on this machine, and a piece of what is in the file.
    throw new BlobStoreError('denied', new Error('The key file cannot be used.'), 'no_key');
  }
}
