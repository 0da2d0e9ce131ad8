import { ByteLru } from '../../platform/byte-lru.ts';

/** What is known of versions, up to a number of bytes, and of whose app they are, for as long as they are kept. */
export class ManifestLru<V> {
  readonly #entries: ByteLru<{ value: V; appId: string | null }>;
  readonly #versionsOf = new Map<string, Set<string>>();

  constructor(maxBytes: number) {
    this.#entries = new ByteLru(maxBytes, (versionId, { appId }) => this.#forget(versionId, appId));
  }

  /** How many apps have a version here. */
  get apps(): number {
    return this.#versionsOf.size;
  }

  get(versionId: string): V | undefined {
    return this.#entries.get(versionId)?.value;
  }

  /** @param appId null while it is not known yet */
  set(versionId: string, value: V, bytes: number, appId: string | null): void {
    this.#entries.set(versionId, { value, appId }, bytes);
    if (appId === null || this.#entries.get(versionId) === undefined) return;
    this.#versionsOf.set(appId, (this.#versionsOf.get(appId) ?? new Set()).add(versionId));
  }

  delete(versionId: string): void {
    this.#entries.delete(versionId);
  }

  deleteApp(appId: string): void {
    for (const versionId of this.#versionsOf.get(appId) ?? []) this.#entries.delete(versionId);
  }

  clear(): void {
    this.#entries.clear();
    this.#versionsOf.clear();
  }

  #forget(versionId: string, appId: string | null): void {
    if (appId === null) return;
    const versions = this.#versionsOf.get(appId);
    versions?.delete(versionId);
    if (versions?.size === 0) this.#versionsOf.delete(appId);
  }
}
