import { text } from 'node:stream/consumers';
import type { Context } from '../../context.ts';
import { newId } from '../../platform/ids.ts';
import { probePrefix } from './keys.ts';

type Services = Pick<Context, 'log'> & { blobs: Pick<Context['blobs'], 'put' | 'get' | 'delete'> };

/**
 * Asks whether bytes can be written and read back. Whoever asks while an answer is on its way gets that one, so that
 * a store which hangs is not given more and more to write.
 */
export function createStorageProbe(context: Services): () => Promise<boolean> {
  let running: Promise<boolean> | null = null;
  return () => {
    running ??= probeStorage(context).finally(() => {
      running = null;
    });
    return running;
  };
}

async function probeStorage(context: Services): Promise<boolean> {
  const probe = newId();
  const key = probePrefix + probe;
  try {
    await context.blobs.put(key, Buffer.from(probe), probe.length);
    try {
      return (await text(await context.blobs.get(key))) === probe;
    } finally {
      await context.blobs.delete(key);
    }
  } catch (error) {
    context.log.warn({ err: error }, 'storage is not healthy');
    return false;
  }
}
