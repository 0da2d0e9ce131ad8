import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Context } from '../../context.ts';
import type { BlobStore } from '../../platform/blobs/blob-store.ts';
import type { Place } from '../../platform/blobs/blob-stores.ts';
import { newId } from '../../platform/ids.ts';
import { probePrefix } from './keys.ts';

type Services = Pick<Context, 'log'> & { stores: Pick<Context['stores'], 'active'> };

/** What a provider answered holds so long: it takes money for each question, and a balancer asks every second. */
const freshMs = 30_000;

/**
 * Asks whether bytes can be written to the active store and read back. Whoever asks while an answer is on its way gets
 * that one, so that a store which hangs is not given more and more to write.
 */
export function createStorageProbe(context: Services): () => Promise<boolean> {
  let running: Promise<boolean> | null = null;
  let latest: { store: BlobStore; at: number; works: boolean } | null = null;
  const probe = async (): Promise<boolean> => {
    try {
      const { store } = await activePlace(context);
      const now = performance.now();
      if (latest?.store === store && store.kind !== 'local' && now - latest.at < freshMs) return latest.works;
      const works = await probeStore(context, store);
      latest = { store, at: now, works };
      return works;
    } catch (error) {
      context.log.warn({ err: error }, 'the active storage cannot be opened');
      return false;
    }
  };
  return () => {
    running ??= probe().finally(() => {
      running = null;
    });
    return running;
  };
}

/** Whether new bytes go to another machine than this one. */
export async function isActiveDistant({ stores }: Pick<Services, 'stores'>): Promise<boolean> {
  return (await stores.active()).store.kind !== 'local';
}

/** Connections that the database has just ended fail once each, and that is the database's affair. */
async function activePlace({ stores }: Services): Promise<Place> {
  for (let tries = 1; tries < 5; tries += 1) {
    const place = await stores.active().catch(() => null);
    if (place) return place;
    await sleep(100);
  }
  return stores.active();
}

async function probeStore(context: Pick<Context, 'log'>, store: BlobStore): Promise<boolean> {
  try {
    return await readsBack(store);
  } catch (error) {
    context.log.warn({ err: error }, 'storage is not healthy');
    return false;
  }
}

/** Whether what is written to a store can be read there; it leaves no trace. Throws what the store throws. */
export async function readsBack(store: BlobStore): Promise<boolean> {
  const probe = newId();
  const key = probePrefix + probe;
  await store.put(key, Buffer.from(probe), probe.length);
  try {
    return (await text(await store.get(key))) === probe;
  } finally {
    await store.delete(key);
  }
}
