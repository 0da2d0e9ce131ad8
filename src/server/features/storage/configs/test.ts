import type { Context } from '#server/context.ts';
import type { StorageTest } from '#shared/storage/storage.ts';
import { requireFreshSignIn } from '../../accounts/own/fresh-sign-in.ts';
import type { Viewer } from '../../accounts/viewer.ts';
import { type CheckResult, checkConnection } from '../connections/check.ts';
import { changeConfigs } from './change-configs.ts';
import { getConfigRow, getStorageConfig } from './list.ts';
import { recordStorageAction } from './record-storage-action.ts';
import { type ConfigRow, findConfig, updateConfigRow } from './store.ts';

/**
 * 'Test connection'. A test that fails is an answer, not an error.
 * @throws FluxError `fresh_sign_in_required`, `not_found`
 */
export async function testStorageConfig(context: Context, viewer: Viewer, id: string): Promise<StorageTest> {
  requireFreshSignIn(context, viewer);
  const row = await getConfigRow(context, id);
  const result = await checkConnection(context, row);
  await saveTestResult(context, viewer, row, result);
  return { ...(await getStorageConfig(context, id)), ...result };
}

/** If the configuration changed during the test, the result is dropped. */
export async function saveTestResult(
  context: Context,
  viewer: Viewer,
  row: ConfigRow,
  { ok, problem }: CheckResult,
): Promise<void> {
  const now = context.clock.now();
  await changeConfigs(context, viewer, async (trx) => {
    const found = await findConfig(trx, row.id);
    if (found?.updated_at.getTime() !== row.updated_at.getTime()) return;
    await updateConfigRow(trx, row.id, {
      test_status: ok ? 'success' : 'failed',
      test_problem: problem,
      last_tested_at: now,
    });
    await recordStorageAction(
      trx,
      viewer,
      { action: 'storage.test', id: row.id, before: found, also: { problem } },
      now,
    );
  });
}
