import { countAppsOf } from '../apps/store.ts';
import type { Holdings } from '../billing/life/holdings.ts';
import { countOwned } from '../orgs/store.ts';
import { bringBack } from './bring-back.ts';
import { deleteOffline } from './delete-offline.ts';
import { takeOffline } from './take-offline.ts';

/** What somebody has, as the life of their subscription knows it. */
export const holdings: Holdings = {
  count: async (db, userId) => ({
    applications: await countAppsOf(db, userId),
    organizations: await countOwned(db, userId),
  }),
  takeOffline,
  bringBack,
  deleteOffline,
};
