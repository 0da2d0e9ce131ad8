import type { OwnedContent } from '#shared/accounts/personal-data.ts';
import type { Context } from '../../context.ts';
import { isFreshlySignedIn } from '../accounts/own/fresh-sign-in.ts';
import { listAdmins } from '../accounts/user-store.ts';
import type { Viewer } from '../accounts/viewer.ts';
import { countOwnedRows, listOwnedOrganizations } from './store.ts';

export async function countOwnContent(context: Context, viewer: Viewer): Promise<OwnedContent> {
  const counts = await countOwnedRows(context.db, viewer.id, context.clock.now());
  const owned = await listOwnedOrganizations(context.db, viewer.id);
  const admins = viewer.role === 'admin' ? await listAdmins(context.db) : [];
  return {
    ...counts,
    freshSignIn: isFreshlySignedIn(context, viewer),
    // Counted like `lockWithOtherAdmin` does at the deletion.
    lastAdmin: admins.filter(({ disabled_at }) => disabled_at === null).length === 1,
    toHandOver: owned.filter(({ memberCount }) => memberCount > 1).map(({ name }) => name),
  };
}
