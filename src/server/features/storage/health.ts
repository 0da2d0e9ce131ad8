import { text } from 'node:stream/consumers';
import type { Context } from '../../context.ts';
import { newId } from '../../platform/ids.ts';

/** Whether bytes can be written and read back. */
export async function storageHealthy(context: Pick<Context, 'blobs' | 'log'>): Promise<boolean> {
  const probe = newId();
  const key = `health/${probe}`;
  try {
    await context.blobs.put(key, Buffer.from(probe), probe.length);
    const found = await text(await context.blobs.get(key));
    await context.blobs.delete(key);
    return found === probe;
  } catch (error) {
    context.log.warn({ err: error }, 'storage is not healthy');
    return false;
  }
}
