import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Context } from '../../context.ts';
import type { BlobStore } from '../../platform/blobs/blob-store.ts';
import type { StorageLocation } from '../../platform/blobs/blob-stores.ts';
import { newId } from '../../platform/ids.ts';
import { probePrefix } from './keys.ts';

type Services = Pick<Context, 'log'> & { stores: Pick<Context['stores'], 'active'> };

/** How long a provider's response is cached: requests cost money, and load balancers check every second. */
const freshMs = 30_000;

/**
 * Checks that the active store can be written and read. Concurrent checks share one request, so that an unresponsive
 * store gets no more of them.
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
async function activePlace({ stores }: Services): Promise<StorageLocation> {
  for (let tries = 1; tries < 5; tries += 1) {
    const location = await stores.active().catch(() => null);
    if (location) return location;
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

/** Writes, reads and deletes a probe file. Throws the store's errors. */
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
