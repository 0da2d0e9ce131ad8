import type { Transaction } from 'kysely';
import type { Context } from '#server/context.ts';
import type { Tables } from '#server/db/schema.ts';
import { FluxError } from '#shared/contract/errors.ts';
import type { StorageMove } from '#shared/storage/storage.ts';
import { requireFreshSignIn } from '../../accounts/own/fresh-sign-in.ts';
import type { Viewer } from '../../accounts/viewer.ts';
import { writeAudit } from '../../audit/write.ts';
import { changeConfigs } from '../configs/change-configs.ts';
import { getStorageConfig, noConfig } from '../configs/list.ts';
import { type ConfigRow, findConfig } from '../configs/store.ts';
import { queueMove } from './jobs.ts';
import { filesToMove, findCurrentMove, setState, startMove } from './store.ts';

/**
 * Starts or resumes moving all files to a configuration.
 * @throws FluxError `fresh_sign_in_required`, `not_found`; `conflict` without a successful test, without files
 * elsewhere, or during another move
 */
export async function moveFilesHere(context: Context, viewer: Viewer, id: string): Promise<StorageMove> {
  requireFreshSignIn(context, viewer);
  const now = context.clock.now();
  await changeConfigs(context, viewer, async (trx) => {
    const row = await findConfig(trx, id);
    if (!row) throw noConfig();
    if (row.test_status !== 'success' && row.provider !== 'local')
      throw new FluxError('conflict', 'Please test this configuration first.');
    const current = await findCurrentMove(trx);
    if (current)
      throw new FluxError(
        'conflict',
        `Files are being moved to ${current.targetId === id ? 'it already' : `"${current.name}"; stop that first`}.`,
      );
    const left = await filesToMove(trx, id);
    if (left.files === 0) throw new FluxError('conflict', 'All files are already here.');
    await startMove(trx, id, left, now);
    await note(trx, viewer, 'storage.move', row, now, { files: left.files, bytes: left.bytes });
  });
  await queueMove(context, id);
  return getMove(context, id);
}

/**
 * Stops a move; copied files stay, and a running copy may still finish.
 * @throws FluxError `fresh_sign_in_required`, `not_found`; `conflict` without a running move
 */
export async function stopMove(context: Context, viewer: Viewer, id: string): Promise<StorageMove> {
  requireFreshSignIn(context, viewer);
  const now = context.clock.now();
  await changeConfigs(context, viewer, async (trx) => {
    const row = await findConfig(trx, id);
    if (!row) throw noConfig();
    if (!(await setState(trx, id, { state: 'stopped', problem: null }, now)))
      throw new FluxError('conflict', 'No files are being moved here.');
    await note(trx, viewer, 'storage.stop-move', row, now, null);
  });
  return getMove(context, id);
}

async function getMove(context: Context, id: string): Promise<StorageMove> {
  const { move } = await getStorageConfig(context, id);
  if (!move) throw noConfig();
  return move;
}

async function note(
  trx: Transaction<Tables>,
  viewer: Viewer,
  action: 'storage.move' | 'storage.stop-move',
  row: ConfigRow,
  now: Date,
  after: { files: number; bytes: number } | null,
): Promise<void> {
  const target = { kind: 'storage', id: row.id, name: row.name } as const;
  await writeAudit(trx, { actorId: viewer.id, action, target, before: null, after }, now);
}
