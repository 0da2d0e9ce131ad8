import type { Transaction } from 'kysely';
import type { Context } from '#server/context.ts';
import type { Tables } from '#server/db/schema.ts';
import { recheckRole } from '../../accounts/roles.ts';
import type { Viewer } from '../../accounts/viewer.ts';
import { lockConfigs } from './store.ts';

/**
 * Changes configurations in one serialized transaction. The viewer's role is checked inside it, because an earlier
 * storage test may take a minute.
 * @param work gets the id of the active configuration
 * @throws FluxError `forbidden`, and errors of the work
 */
export async function changeConfigs<T>(
  { db }: Pick<Context, 'db'>,
  viewer: Viewer,
  work: (trx: Transaction<Tables>, activeId: string) => Promise<T>,
): Promise<T> {
  return db.transaction().execute(async (trx) => {
    const activeId = await lockConfigs(trx);
    await recheckRole(trx, viewer);
    return work(trx, activeId);
  });
}
