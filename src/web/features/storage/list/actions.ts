import type { StorageConfig } from '#shared/storage/storage.ts';

export type StorageAction = 'edit' | 'delete' | 'move';

/** What was asked for from a row and needs a dialog; those stand outside the list, which changes by itself. */
export type Act = (what: StorageAction, config: StorageConfig) => void;
