import { readFile, realpath, stat } from 'node:fs/promises';
import { resolve, sep } from 'node:path';
import * as z from 'zod/mini';
import { BlobStoreError } from '../blob-store.ts';
import type { GoogleCredentials } from '../options.ts';

const largestKeyFile = 65_536;

/** The used fields of a service account's key file; all others, mainly addresses, are ignored. */
const keySchema = z.object({ client_email: z.string(), private_key: z.string() });

/**
 * Reads a key file of the configured folder. All errors look the same, so that they do not reveal which files exist.
 * @throws BlobStoreError `denied`
 */
export async function readKeyFile(folder: string | null, name: string): Promise<GoogleCredentials> {
  try {
    if (folder === null) throw new Error('No folder for key files is configured.');
    const [root, path] = await Promise.all([realpath(folder), realpath(resolve(folder, name))]);
    // Links are resolved: neither they nor dots lead out of the folder.
    if (!path.startsWith(root.endsWith(sep) ? root : `${root}${sep}`))
      throw new Error('The key file is outside of the folder.');
    const { size } = await stat(path).then((found) => (found.isFile() ? found : { size: Infinity }));
    if (size > largestKeyFile) throw new Error('This is not a key file.');
    const key = z.parse(keySchema, JSON.parse(await readFile(path, 'utf8')));
    return { clientEmail: key.client_email, privateKey: key.private_key };
  } catch {
    // The reason could reveal files of this machine and their content.
    throw new BlobStoreError('denied', new Error('The key file cannot be used.'), 'no_key');
  }
}
