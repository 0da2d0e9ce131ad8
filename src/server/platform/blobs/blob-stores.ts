import type { BlobStore } from './blob-store.ts';

/** A form of a blob as the database names it: where it lies, and what its bytes must be. */
export interface PlacedForm {
  /** Of the storage configuration. */
  storageId: string;
  key: string;
  /** Encoded bytes. */
  size: number;
  /** sha256 of the encoded bytes, hexadecimal. */
  storedSha256: string;
}

export interface Place {
  storageId: string;
  store: BlobStore;
}

/** Every place in which bytes lie, and the one to which new ones go. */
export interface BlobStores {
  /** Where new bytes go; read anew after the active configuration has changed, on every server. */
  active(): Promise<Place>;
  /** @throws FluxError `storage_unavailable` where there is no such configuration, or it cannot be opened */
  of(storageId: string): Promise<BlobStore>;
  /** All of them, whether or not they can be reached. */
  all(): Promise<Place[]>;
  close(): Promise<void>;
}
