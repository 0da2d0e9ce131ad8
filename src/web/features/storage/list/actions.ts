import type { StorageConfig } from '#shared/storage/storage.ts';

export type StorageAction = 'edit' | 'delete' | 'move';

/** Actions of a row with a dialog. Dialogs are outside the list, which changes by itself. */
export type Act = (what: StorageAction, config: StorageConfig) => void;
