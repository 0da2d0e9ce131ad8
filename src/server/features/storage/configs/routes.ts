import type { Register } from '#server/app.ts';
import { succeeded } from '#shared/contract/contract.ts';
import { FluxError } from '#shared/contract/errors.ts';
import {
  activateStorageConfig as activateEndpoint,
  createStorageConfig as createEndpoint,
  deleteStorageConfig as deleteEndpoint,
  getActiveStorageConfig as getActiveEndpoint,
  getStorageStats as getStatsEndpoint,
  getStorageObject,
  listStorageConfigs as listEndpoint,
  testStorageConfig as testEndpoint,
  updateStorageConfig as updateEndpoint,
} from '#shared/storage/storage.ts';
import { activateStorageConfig } from './activate.ts';
import { updateStorageConfig } from './change.ts';
import { createStorageConfig } from './create.ts';
import { deleteStorageConfig } from './delete.ts';
import { getActiveStorageConfig, getConfigRow, getStorageStats, listStorageConfigs } from './list.ts';
import { testStorageConfig } from './test.ts';

export const registerConfigs: Register = (http, context) => {
  http.bindSignedIn(listEndpoint, () => listStorageConfigs(context));
  http.bindSignedIn(getActiveEndpoint, () => getActiveStorageConfig(context));
  http.bindSignedIn(getStatsEndpoint, () => getStorageStats(context));
  http.bindSignedIn(createEndpoint, ({ body, viewer }) => createStorageConfig(context, viewer, body));
  http.bindSignedIn(updateEndpoint, ({ params, body, viewer }) =>
    updateStorageConfig(context, viewer, params.id, body),
  );
  http.bindSignedIn(deleteEndpoint, async ({ params, viewer }) => {
    await deleteStorageConfig(context, viewer, params.id);
    return succeeded;
  });
  http.bindSignedIn(testEndpoint, ({ params, viewer }) => testStorageConfig(context, viewer, params.id));
  http.bindSignedIn(activateEndpoint, ({ params, viewer }) =>
    activateStorageConfig(context, viewer, params.id),
  );
  http.bindSignedIn(getStorageObject, async ({ params, query }) => {
    await getConfigRow(context, params.id);
    const store = await context.stores.of(params.id);
    const found = await store.metadata(query.key);
    if (!found) throw new FluxError('not_found', 'This storage has no such file.');
    const { timeCreated, updated } = found;
    return {
      ...found,
      timeCreated: timeCreated?.toISOString() ?? null,
      updated: updated?.toISOString() ?? null,
    };
  });
};
