import type { Context } from '../../context.ts';
import { findForms, identityOf } from './read.ts';
import { isPublicRead } from './store.ts';

/** Long enough to start; a started download continues. */
const expiresInSeconds = 600;

/**
 * A provider's signed address of a public file, valid for ten minutes; null if the configuration does not allow it
 * (`publicRead`) or the provider cannot sign.
 */
export async function findSignedDownload(
  context: Pick<Context, 'db' | 'stores' | 'log'>,
  sha256: Buffer,
  file: { fileName: string; contentType: string },
): Promise<string | null> {
  const forms = (await findForms(context, [sha256])).get(sha256.toString('hex'));
  const form = identityOf(forms);
  if (!form || !(await isPublicRead(context.db, form.storageId))) return null;
  try {
    const store = await context.stores.of(form.storageId);
    return await store.signedUrl(form.key, { ...file, expiresInSeconds });
  } catch (error) {
    context.log.warn({ err: error }, 'an address at the storage could not be signed');
    return null;
  }
}
