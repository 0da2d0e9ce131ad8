import type { Transaction } from 'kysely';
import type { Context } from '#server/context.ts';
import type { Tables } from '#server/db/schema.ts';
import { requireRoleStill } from '../../accounts/roles.ts';
import type { Viewer } from '../../accounts/viewer.ts';
import { lockConfigs } from './store.ts';

/**
 * Changes configurations in one transaction: changes of them follow one another. Whether the viewer still administers is
 * read in it, since what goes before may take a minute: a storage that is tested answers as late as it likes.
 * @param work is given the id of the active configuration
 * @throws FluxError `forbidden`, and what the work throws
 */
export async function changeConfigs<T>(
  { db }: Pick<Context, 'db'>,
  viewer: Viewer,
  work: (trx: Transaction<Tables>, activeId: string) => Promise<T>,
): Promise<T> {
  return db.transaction().execute(async (trx) => {
    const activeId = await lockConfigs(trx);
    await requireRoleStill(trx, viewer);
    return work(trx, activeId);
  });
}
