import type { OwnedContent } from '#shared/accounts/personal-data.ts';
import type { Context } from '../../context.ts';
import { isFreshlySignedIn } from '../accounts/own/fresh-sign-in.ts';
import { listAdmins } from '../accounts/user-store.ts';
import type { Viewer } from '../accounts/viewer.ts';
import { countHoldings, listOwnedOrganizations } from './store.ts';

export async function getOwnHoldings(context: Context, viewer: Viewer): Promise<OwnedContent> {
  const counts = await countHoldings(context.db, viewer.id, context.clock.now());
  const owned = await listOwnedOrganizations(context.db, viewer.id);
  const admins = viewer.role === 'admin' ? await listAdmins(context.db) : [];
  return {
    ...counts,
    freshSignIn: isFreshlySignedIn(context, viewer),
    // As `lockAsReplaceable` counts them when it comes to it.
    lastAdmin: admins.filter(({ disabled_at }) => disabled_at === null).length === 1,
    toHandOver: owned.filter(({ memberCount }) => memberCount > 1).map(({ name }) => name),
  };
}
