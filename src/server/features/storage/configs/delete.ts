import { rm } from 'node:fs/promises';
import type { Context } from '#server/context.ts';
import { Outbound } from '#server/platform/outbound/outbound.ts';
import { FluxError } from '#shared/contract/errors.ts';
import { deleteProblem } from '#shared/storage/storage.ts';
import { requireFreshSignIn } from '../../accounts/own/fresh-sign-in.ts';
import type { Viewer } from '../../accounts/viewer.ts';
import { removeMark } from '../connections/mark.ts';
import { localFolder, openStore } from '../connections/open-store.ts';
import { readTotals } from '../totals.ts';
import { changeConfigs } from './change-configs.ts';
import { noConfig } from './list.ts';
import { recordStorageAction } from './record-storage-action.ts';
import { type ConfigRow, deleteConfigRow, findConfig, listMoves } from './store.ts';

/**
 * Deletes a configuration without files. Unknown objects stay in a bucket; a local folder is deleted.
 * @throws FluxError `fresh_sign_in_required`, `not_found`, `conflict` with what to do first
 */
export async function deleteStorageConfig(context: Context, viewer: Viewer, id: string): Promise<void> {
  requireFreshSignIn(context, viewer);
  const now = context.clock.now();
  const deleted = await changeConfigs(context, viewer, async (trx, activeId) => {
    const row = await findConfig(trx, id);
    if (!row) throw noConfig();
    const files = (await readTotals(trx)).get(id) ?? { count: 0, bytes: 0 };
    const move = (await listMoves(trx)).find(({ target_id }) => target_id === id) ?? null;
    const problem = deleteProblem({ id, isActive: activeId === id, files, move });
    if (problem !== null) throw new FluxError('conflict', problem);
    await deleteConfigRow(trx, id).catch(asInUse);
    await recordStorageAction(trx, viewer, { action: 'storage.delete', id, before: row }, now);
    return row;
  });
  // Does not wait for a missing bucket.
  void removeStoredMark(context, deleted).catch((error: unknown) =>
    context.log.warn({ err: error, storageId: id }, 'the mark of a deleted storage is left'),
  );
}

/** Files were put there between the look and the deletion. */
function asInUse(error: unknown): never {
  if ((error as { code?: string } | null)?.code !== '23503') throw error;
  throw new FluxError('conflict', undefined, { cause: error });
}

async function removeStoredMark(context: Context, row: ConfigRow): Promise<void> {
  if (row.provider === 'local')
    return rm(localFolder(context.folders, row.id), { recursive: true, force: true });
  const outbound = new Outbound({ allowed: context.config.storageHosts });
  const store = await openStore({ ...context, outbound }, row);
  try {
    await removeMark(store, row.id);
  } finally {
    await store.close();
    outbound.close();
  }
}
