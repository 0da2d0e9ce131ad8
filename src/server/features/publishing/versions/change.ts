import type { Transaction } from 'kysely';
import type { Context } from '#server/context.ts';
import type { Tables } from '#server/db/schema.ts';
import { FluxError } from '#shared/contract/errors.ts';
import type { Viewer } from '../../accounts/viewer.ts';
import type { Right } from '../../apps/permit.ts';
import type { SeenApp } from '../../apps/store.ts';
import { withLockedApp } from '../../apps/with-locked-app.ts';
import { findVersion, type StoredVersion } from './read.ts';

interface Found {
  app: SeenApp;
  version: StoredVersion;
}

/**
 * Changes something of a version, in a transaction that holds its app's row.
 * @throws FluxError `app_not_found`, `forbidden`, `version_not_found`, and what the work throws
 */
export async function changeVersion(
  context: Context,
  viewer: Viewer,
  { appId, versionId }: { appId: string; versionId: string },
  right: Right,
  work: (trx: Transaction<Tables>, found: Found) => Promise<void>,
): Promise<void> {
  await withLockedApp(context, viewer, appId, right, async (trx, app) => {
    const version = await findVersion({ db: trx }, versionId);
    if (version?.appId !== app.id) throw new FluxError('version_not_found');
    await work(trx, { app, version });
  });
}
