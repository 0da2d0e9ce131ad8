import { countAppsOf } from '../apps/store.ts';
import type { OwnedContent } from '../billing/lifecycle/owned-content.ts';
import { countOwned } from '../orgs/store.ts';
import { deleteSuspended } from './delete-suspended.ts';
import { restore } from './restore.ts';
import { suspend } from './suspend.ts';

/** A user's content for the subscription lifecycle. */
export const ownedContent: OwnedContent = {
  count: async (db, userId) => ({
    applications: await countAppsOf(db, userId),
    organizations: await countOwned(db, userId),
  }),
  suspend,
  restore,
  deleteSuspended,
};
