import { amazon, azure, google, someStorageConfig } from '#web/testing/samples/storage.ts';
import { respondWithConfigs } from '../../../e2e/storage-configs.ts';
import { openDialog } from '../dialogs.ts';
import { neverRespond, respondWithError } from '../responses.ts';
import type { Screen } from '../screen.ts';

const route = '/storage';
const path = '/storage';
const configs = /\/api\/storage\/configs$/;

const providerNames = { 'aws-s3': 'amazon', 'google-cloud': 'google', 'azure-blob': 'azure' } as const;

export const storageScreens: readonly Screen[] = [
  { name: 'storage', route, path, as: 'admin' },
  {
    name: 'storage-many',
    route,
    path,
    as: 'admin',
    before: (page) =>
      respondWithConfigs(page, () => [
        amazon({
          isActive: true,
          testStatus: 'success',
          lastTested: '2026-11-02T08:00:00.000Z',
          files: { count: 4_812, bytes: 13_207_024_430 },
        }),
        someStorageConfig({
          name: 'This machine',
          description: 'What Flux began with.',
          files: { count: 311, bytes: 902_331_004 },
        }),
        google({
          testStatus: 'failed',
          testProblem: 'The bucket does not exist, or this account may not see it.',
        }),
        azure({
          name: 'Azure, for the archive of everything that anybody ever uploaded, by order of the board',
        }),
      ]),
  },
  { name: 'storage-signed-out', route, path },
  { name: 'storage-refused', route, path, as: 'theo' },
  {
    name: 'storage-loading',
    route,
    path,
    as: 'admin',
    before: (page) => neverRespond(page, configs),
    unsettled: true,
  },
  { name: 'storage-error', route, path, as: 'admin', before: (page) => respondWithError(page, configs) },
  {
    name: 'storage-add',
    route,
    path,
    as: 'admin',
    window: true,
    act: (page) => openDialog(page, 'Add Configuration'),
  },
  ...(['aws-s3', 'google-cloud', 'azure-blob'] as const).map(
    (provider): Screen => ({
      name: `storage-add-${providerNames[provider]}`,
      route,
      path,
      as: 'admin',
      window: true,
      act: async (page) => {
        await openDialog(page, 'Add Configuration');
        await page.getByRole('dialog').getByLabel('Provider').selectOption(provider);
      },
    }),
  ),
];
