import { isDeepStrictEqual } from 'node:util';
import type { Kysely } from 'kysely';
import type { Context } from '#server/context.ts';
import type { Tables } from '#server/db/schema.ts';
import { FluxError } from '#shared/contract/errors.ts';
import { builtinStorageId, type StorageConfig } from '#shared/storage/storage.ts';
import type { StorageConfigInput } from '#shared/storage/storage-form.ts';
import { requireFreshSignIn } from '../../accounts/own/fresh-sign-in.ts';
import type { Viewer } from '../../accounts/viewer.ts';
import { addressOf, optionsOf } from '../connections/address.ts';
import { checkConnection } from '../connections/check.ts';
import { openSecrets, type SealedSecrets, sealSecrets } from '../connections/secrets.ts';
import { readTotals } from '../totals.ts';
import { type ValidConfig, validateConfig } from './accept.ts';
import { changeConfigs } from './change-configs.ts';
import { plainColumns } from './columns.ts';
import { getConfigRow, getStorageConfig } from './list.ts';
import { recordStorageAction } from './record-storage-action.ts';
import { type ConfigRow, getActiveId, lockConfig, sampleFiles, updateConfigRow } from './store.ts';

/** The maximum number of stored files that a new connection must find. */
const sampledFiles = 20;

/**
 * Changes a configuration. A new connection must be tested again; with files or uploads it is tested first and must
 * find those files, so that a typo loses no game.
 * @throws FluxError `fresh_sign_in_required`, `not_found`, `invalid_input`, `conflict`
 */
export async function updateStorageConfig(
  context: Context,
  viewer: Viewer,
  id: string,
  input: StorageConfigInput,
): Promise<StorageConfig> {
  requireFreshSignIn(context, viewer);
  const stored = await getConfigRow(context, id);
  if (id === builtinStorageId && input.provider !== 'local')
    throw new FluxError('conflict', 'The built-in storage must stay a folder of this server.');
  const connection = connectionColumns(context, stored, validateConfig(context, input, stored));
  const lying = await countFiles(context.db, id);
  const tested = connection && (await testWhereNeeded(context, stored, connection, lying));
  const now = context.clock.now();
  await changeConfigs(context, viewer, async (trx, activeId) => {
    const found = await lockConfig(trx, id);
    // The test and the kept secrets belong to the former state, so it must be unchanged.
    if (found?.updated_at.getTime() !== stored.updated_at.getTime()) throw new FluxError('conflict');
    if (connection && (await countFiles(trx, id)) !== lying) throw new FluxError('conflict', busyMessage);
    if (connection && !tested && activeId === id) throw new FluxError('conflict');
    await updateConfigRow(trx, id, {
      ...plainColumns(context, input, found),
      ...(connection && {
        provider: connection.provider,
        options: JSON.stringify(connection.options),
        secrets: JSON.stringify(connection.secrets),
        ...(tested
          ? { test_status: 'success' as const, test_problem: null, last_tested_at: now }
          : { test_status: 'untested' as const, test_problem: null }),
      }),
      updated_at: laterThan(found, now),
    });
    const also = {
      secretsChanged: connection !== null && !isDeepStrictEqual(connection.secrets, found.secrets),
    };
    await recordStorageAction(trx, viewer, { action: 'storage.update', id, before: found, also }, now);
  });
  return getStorageConfig(context, id);
}

/** Concurrent publishers check the location before they commit (`same-location.ts`); earlier ones are visible here. */
const busyMessage =
  'Nothing was changed, since files came or went there meanwhile, which were not looked for. Please try again.';

async function countFiles(db: Kysely<Tables>, id: string): Promise<number> {
  return (await readTotals(db)).get(id)?.count ?? 0;
}

/** Two changes within a millisecond have different times. */
function laterThan({ updated_at }: ConfigRow, now: Date): Date {
  return now > updated_at ? now : new Date(updated_at.getTime() + 1);
}

interface Connection {
  provider: ConfigRow['provider'];
  options: object;
  secrets: SealedSecrets;
}

/** Null for an unchanged connection. Unchanged secrets stay sealed. */
function connectionColumns(context: Context, stored: ConfigRow, next: ValidConfig): Connection | null {
  const { secrets, unreadable } = openSecrets(context, stored);
  const sameSecrets = !unreadable && isDeepStrictEqual(secrets, next.secrets);
  if (sameSecrets && isDeepStrictEqual(addressOf(stored), next.address)) return null;
  return {
    provider: next.address.provider,
    options: optionsOf(next.address),
    secrets: sameSecrets ? stored.secrets : sealSecrets(context, stored.id, next.secrets),
  };
}

/** @returns whether it was tested, with success */
async function testWhereNeeded(
  context: Context,
  stored: ConfigRow,
  connection: Connection,
  lying: number,
): Promise<boolean> {
  const { db } = context;
  if (lying === 0 && (await getActiveId(db)) !== stored.id) return false;
  const known = await sampleFiles(db, stored.id, sampledFiles);
  const { ok, problem } = await checkConnection(context, { id: stored.id, ...connection }, known);
  if (ok) return true;
  throw new FluxError('conflict', `Nothing was changed, since the test failed: ${problem}`);
}
