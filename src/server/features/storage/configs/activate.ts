import type { Context } from '#server/context.ts';
import { FluxError } from '#shared/contract/errors.ts';
import type { StorageConfig } from '#shared/storage/storage.ts';
import { requireFreshSignIn } from '../../accounts/own/fresh-sign-in.ts';
import type { Viewer } from '../../accounts/viewer.ts';
import { checkConnection } from '../connections/check.ts';
import { changeConfigs } from './change-configs.ts';
import { getConfigRow, getStorageConfig } from './list.ts';
import { recordStorageAction } from './record-storage-action.ts';
import { findConfig, setActive } from './store.ts';
import { saveTestResult } from './test.ts';

/**
 * Makes a configuration active for new files, after a new test.
 * @throws FluxError `fresh_sign_in_required`, `not_found`, `forbidden` if the user is no longer an administrator
 * after the test, `conflict` if the test fails or the configuration has changed
 */
export async function activateStorageConfig(
  context: Context,
  viewer: Viewer,
  id: string,
): Promise<StorageConfig> {
  requireFreshSignIn(context, viewer);
  const row = await getConfigRow(context, id);
  const result = await checkConnection(context, row);
  await saveTestResult(context, viewer, row, result);
  if (!result.ok)
    throw new FluxError('conflict', `It was not activated because the test failed: ${result.problem}`);
  const now = context.clock.now();
  await changeConfigs(context, viewer, async (trx, activeId) => {
    const found = await findConfig(trx, id);
    if (found?.updated_at.getTime() !== row.updated_at.getTime()) throw new FluxError('conflict');
    if (activeId === id) return;
    const previous = await findConfig(trx, activeId);
    await setActive(trx, id);
    const also = { isActive: true, insteadOf: previous?.name ?? activeId };
    await recordStorageAction(trx, viewer, { action: 'storage.activate', id, before: found, also }, now);
  });
  return getStorageConfig(context, id);
}
