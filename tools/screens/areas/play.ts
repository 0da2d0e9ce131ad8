import { useControl } from '../../../e2e/game-controls.ts';
import { openDialog, waitForDialog } from '../dialogs.ts';
import { appPath, neverRespond, respondWithError } from '../responses.ts';
import type { Screen } from '../screen.ts';

const route = '/play/:id';

export const playScreens: readonly Screen[] = [
  { name: 'play', route, path: ({ appId }) => `/play/${appId('orbit')}` },
  { name: 'play-owner', route, path: ({ appId }) => `/play/${appId('orbit')}`, as: 'mara' },
  { name: 'play-vanilla', route, path: ({ appId }) => `/play/${appId('harbour')}` },
  { name: 'play-long', route, path: ({ appId }) => `/play/${appId('longNamed')}` },
  { name: 'play-private', route, path: ({ appId }) => `/play/${appId('prototype')}`, as: 'mara' },
  { name: 'play-taken-down', route, path: ({ appId }) => `/play/${appId('islands')}`, as: 'noor' },
  { name: 'play-offline', route, path: ({ appId }) => `/play/${appId('turbine')}`, as: 'otto' },
  { name: 'play-rtl', route, path: ({ appId }) => `/play/${appId('crescent')}`, direction: 'rtl' },
  { name: 'play-not-found', route, path: '/play/aaaaaaaaaaaaaaaaaaaaaaaaaa' },
  {
    name: 'play-loading',
    route,
    path: ({ appId }) => `/play/${appId('orbit')}`,
    before: (page) => neverRespond(page, appPath),
    unsettled: true,
  },
  {
    name: 'play-error',
    route,
    path: ({ appId }) => `/play/${appId('orbit')}`,
    before: (page) => respondWithError(page, appPath),
  },
  {
    name: 'play-without-build',
    route,
    path: ({ appId }) => `/play/${appId('orbit')}`,
    before: (page) =>
      page.route(appPath, async (asked) => {
        const { hostname, host } = new URL(asked.request().url());
        // Only browsers resolve names below localhost.
        const url = asked.request().url().replace(hostname, '127.0.0.1');
        const response = await asked.fetch({ url, headers: { ...asked.request().headers(), host } });
        const nothing = { fileUrl: null, fileName: null, fileSize: null, build: null };
        await asked.fulfill({ response, json: { ...(await response.json()), ...nothing } });
      }),
  },
  {
    name: 'play-more-actions',
    route,
    path: ({ appId }) => `/play/${appId('orbit')}`,
    window: true,
    act: async (page) => {
      const more = page.getByRole('button', { name: 'More actions' });
      // Wide windows show every control.
      if (await more.isVisible()) await more.click();
    },
  },
  {
    name: 'play-stopped',
    route,
    path: ({ appId }) => `/play/${appId('orbit')}`,
    window: true,
    act: (page) => useControl(page, 'Stop'),
  },
  {
    name: 'play-share',
    route,
    path: ({ appId }) => `/play/${appId('orbit')}`,
    window: true,
    act: async (page) => {
      await useControl(page, 'QR and embed');
      await waitForDialog(page);
    },
  },
  {
    name: 'play-share-private',
    route,
    path: ({ appId }) => `/play/${appId('prototype')}`,
    as: 'mara',
    window: true,
    act: async (page) => {
      await useControl(page, 'QR and embed');
      await waitForDialog(page);
    },
  },
  {
    name: 'play-thumbnail',
    route,
    path: ({ appId }) => `/play/${appId('orbit')}`,
    as: 'mara',
    window: true,
    act: (page) => openDialog(page, 'Choose a picture'),
  },
  {
    name: 'play-report',
    route,
    path: ({ appId }) => `/play/${appId('orbit')}`,
    window: true,
    act: (page) => openDialog(page, 'Report'),
  },
];
