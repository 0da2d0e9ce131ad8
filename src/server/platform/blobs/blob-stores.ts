import type { BlobStore } from './blob-store.ts';

/** A form of a blob as stored in the database: location, size and hash. */
export interface PlacedForm {
  /** The id of the storage configuration. */
  storageId: string;
  key: string;
  /** Encoded bytes. */
  size: number;
  /** sha256 of the encoded bytes, hexadecimal. */
  storedSha256: string;
}

export interface StorageLocation {
  storageId: string;
  store: BlobStore;
}

/** All stores, and the one for new bytes. */
export interface BlobStores {
  /** The store for new bytes; read again after the active configuration changed on any server. */
  active(): Promise<StorageLocation>;
  /** @throws FluxError `storage_unavailable` for a missing configuration, or one that cannot be opened */
  of(storageId: string): Promise<BlobStore>;
  /** All stores, reachable or not. */
  all(): Promise<StorageLocation[]>;
  close(): Promise<void>;
}
