import { adminSubscription, type Subscription } from '#shared/billing.ts';
import type { Context } from '../../context.ts';
import type { Viewer } from '../accounts/viewer.ts';
import { presentSubscription } from './present.ts';
import { listSubscriptionRows } from './store.ts';

/**
 * What somebody subscribes to, the first valid one being what counts. An administrator's comes first and is in no
 * table: a role given or taken away changes it with the next request.
 */
export async function subscriptionsOf(context: Context, viewer: Viewer): Promise<Subscription[]> {
  const rows = await listSubscriptionRows(context.db, viewer.id);
  const own = rows.map(presentSubscription);
  return viewer.role === 'admin' ? [adminSubscription, ...own] : own;
}
