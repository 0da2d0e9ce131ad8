import type { Context } from '#server/context.ts';
import { newId } from '#server/platform/ids.ts';
import { FluxError } from '#shared/contract/errors.ts';
import { maxStorageConfigs, type StorageConfig } from '#shared/storage/storage.ts';
import type { StorageConfigInput } from '#shared/storage/storage-form.ts';
import { requireFreshSignIn } from '../../accounts/own/fresh-sign-in.ts';
import type { Viewer } from '../../accounts/viewer.ts';
import { optionsOf } from '../connections/address.ts';
import { sealSecrets } from '../connections/secrets.ts';
import { validateConfig } from './accept.ts';
import { changeConfigs } from './change-configs.ts';
import { plainColumns } from './columns.ts';
import { getStorageConfig } from './list.ts';
import { recordStorageAction } from './record-storage-action.ts';
import { countConfigs, insertConfig } from './store.ts';

/**
 * Adds a configuration; it is unused until it is tested and activated.
 * @throws FluxError `fresh_sign_in_required`, `invalid_input`, `conflict` at the maximum number
 */
export async function createStorageConfig(
  context: Context,
  viewer: Viewer,
  input: StorageConfigInput,
): Promise<StorageConfig> {
  requireFreshSignIn(context, viewer);
  const { address, secrets } = validateConfig(context, input, null);
  const id = newId();
  const now = context.clock.now();
  await changeConfigs(context, viewer, async (trx) => {
    if ((await countConfigs(trx)) >= maxStorageConfigs)
      throw new FluxError(
        'conflict',
        `There are ${maxStorageConfigs} configurations already. Delete one first.`,
      );
    await insertConfig(trx, {
      ...plainColumns(context, input, null),
      id,
      provider: address.provider,
      options: JSON.stringify(optionsOf(address)),
      secrets: JSON.stringify(sealSecrets(context, id, secrets)),
      created_at: now,
      updated_at: now,
    });
    await recordStorageAction(trx, viewer, { action: 'storage.create', id, before: null }, now);
  });
  return getStorageConfig(context, id);
}
