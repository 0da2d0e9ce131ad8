import type { BlobStore } from './blob-store.ts';

/** A form of a blob as stored in the database: location, size and hash. */
export interface PlacedForm {
  /** Of the storage configuration. */
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

/** Every place in which bytes lie, and the one to which new ones go. */
export interface BlobStores {
  /** The store for new bytes; read again after the active configuration changed on any server. */
  active(): Promise<StorageLocation>;
  /** @throws FluxError `storage_unavailable` where there is no such configuration, or it cannot be opened */
  of(storageId: string): Promise<BlobStore>;
  /** All of them, whether or not they can be reached. */
  all(): Promise<StorageLocation[]>;
  close(): Promise<void>;
}
