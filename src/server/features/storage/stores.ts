import { setTimeout as sleep } from 'node:timers/promises';
import { FluxError } from '#shared/contract/errors.ts';
import type { Context } from '../../context.ts';
import type { BlobStore } from '../../platform/blobs/blob-store.ts';
import type { BlobStores, StorageLocation } from '../../platform/blobs/blob-stores.ts';
import { Outbound } from '../../platform/outbound/outbound.ts';
import { findConfig, getActiveConfig, listConfigs } from './configs/store.ts';
import { type Connection, type OpeningServices, openStore } from './connections/open-store.ts';
import { connectionText, rememberOpened } from './connections/same-location.ts';
import { unopenedStore } from './connections/unopened-store.ts';

/** Announced when a configuration is added, changed, activated or deleted; the id is its own. */
export const storageChange = 'storage';

/** Downloads that began with the connections of before have this long. */
const closeDelayMs = 15 * 60_000;

interface OpenedStore {
  /** The configuration that it was opened with. */
  connection: string;
  store: Promise<BlobStore>;
}

/**
 * The stores of the storage configurations. Each is opened on first use, and again after its connection changed on
 * any server. One that cannot be opened does not affect the others.
 */
export class ConfiguredStores implements BlobStores {
  readonly #services: OpeningServices;
  readonly #context: Pick<Context, 'db' | 'log'>;
  readonly #opened = new Map<string, OpenedStore>();
  /** Those that were read from the database since the last announcement. */
  readonly #current = new Map<string, Promise<BlobStore>>();
  readonly #leaving = new Set<BlobStore>();
  readonly #closing = new AbortController();

  constructor(context: Pick<Context, 'db' | 'log' | 'changes' | 'config' | 'folders' | 'secretKey'>) {
    const { storageHosts: allowed } = context.config;
    this.#services = { ...context, outbound: new Outbound({ allowed }) };
    this.#context = context;
    context.changes.subscribe({
      onChange: ({ kind, id }) => {
        if (kind === storageChange) this.#current.delete(id);
      },
      // Waits for the reconnect; until then files are read from their former location.
      onGap: () => {
        if (context.changes.listening) this.#current.clear();
      },
    });
  }

  /** Read from the database each time, so that bytes never go to a former location. */
  async active(): Promise<StorageLocation> {
    const row = await getActiveConfig(this.#context.db);
    return { storageId: row.id, store: await this.#open(row) };
  }

  of(storageId: string): Promise<BlobStore> {
    const known = this.#current.get(storageId);
    if (known) return known;
    const found = this.#find(storageId);
    this.#current.set(storageId, found);
    found.catch(() => {
      if (this.#current.get(storageId) === found) this.#current.delete(storageId);
    });
    return found;
  }

  async all(): Promise<StorageLocation[]> {
    const rows = await listConfigs(this.#context.db);
    return Promise.all(
      rows.map(async (row) => ({
        storageId: row.id,
        store: await this.#open(row).catch((error: unknown) => unopenedStore(row.provider, error)),
      })),
    );
  }

  async close(): Promise<void> {
    this.#closing.abort();
    const stores = await Promise.allSettled([...this.#opened.values()].map(({ store }) => store));
    const open = stores.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
    await Promise.allSettled([...open, ...this.#leaving].map((store) => store.close()));
    this.#services.outbound.close();
  }

  async #find(storageId: string): Promise<BlobStore> {
    const row = await findConfig(this.#context.db, storageId);
    if (row) return this.#open(row);
    throw new FluxError('storage_unavailable', undefined, {
      cause: new Error(`There is no storage configuration ${storageId}.`),
    });
  }

  #open(row: Connection): Promise<BlobStore> {
    const connection = connectionText(row);
    const known = this.#opened.get(row.id);
    if (known?.connection === connection) return known.store;
    const store = openStore(this.#services, row).catch((error: unknown) => {
      throw new FluxError('storage_unavailable', undefined, { cause: error });
    });
    this.#opened.set(row.id, { connection, store });
    store.then(
      (opened) => rememberOpened(opened, connection),
      () => {
        if (this.#opened.get(row.id)?.store === store) this.#opened.delete(row.id);
      },
    );
    if (known) void this.#bidFarewell(known.store);
    return store;
  }

  async #bidFarewell(opened: Promise<BlobStore>): Promise<void> {
    const store = await opened.catch(() => null);
    if (!store) return;
    this.#leaving.add(store);
    const options = { ref: false, signal: this.#closing.signal };
    const isTime = await sleep(closeDelayMs, true, options).catch(() => false);
    if (!isTime) return;
    this.#leaving.delete(store);
    await store.close().catch((error: unknown) => this.#context.log.warn({ err: error }, 'store not closed'));
  }
}
