import { everything, someUser } from '#web/testing/samples/admin.ts';
import { answerAdmin } from '../../../e2e/admin-responses.ts';
import { openDialog } from '../dialogs.ts';
import { applyTextSpacing, emulateForcedColours } from '../display-preferences.ts';
import { neverRespond, respondWithError } from '../responses.ts';
import type { Screen } from '../screen.ts';

const route = '/admin/*';
const users = /\/api\/getFirebaseAuthUsers/;

const dialogs: [name: string, path: string, button: string | RegExp][] = [
  ['delete-user', '/admin', 'Delete Grace Hopper'],
  ['disable-user', '/admin', 'Disable Grace Hopper'],
  ['organization', '/admin', 'Organization of Grace Hopper: Moonworks'],
  ['delete-application', '/admin?tab=applications', 'Delete Comet Chaser'],
  ['take-offline', '/admin?tab=applications', 'Take offline: Comet Chaser'],
  ['dismiss-reports', '/admin/reports', 'Dismiss the reports of Application 2'],
  ['mail', '/admin/mails', /^You are invited to Moonworks/],
];

export const adminScreens: readonly Screen[] = [
  { name: 'admin-users', route, path: '/admin', as: 'admin' },
  { name: 'admin-organizations', route, path: '/admin?tab=organizations', as: 'admin' },
  {
    name: 'admin-edit-organization',
    route,
    path: '/admin?tab=organizations',
    as: 'admin',
    window: true,
    act: (page) => openDialog(page, 'Edit Moonworks'),
  },
  { name: 'admin-applications', route, path: '/admin?tab=applications', as: 'admin' },
  { name: 'admin-usage', route, path: '/admin?tab=usage', as: 'admin' },
  {
    name: 'admin-usage-work',
    route,
    path: '/admin?tab=usage',
    as: 'admin',
    before: (page, { personId }) =>
      answerAdmin(page, everything({ id: personId('admin'), username: 'Admin' })),
    act: (page) => page.getByRole('heading', { name: 'Background work' }).scrollIntoViewIfNeeded(),
  },
  { name: 'admin-reports', route, path: '/admin/reports', as: 'admin' },
  { name: 'admin-support', route, path: '/admin/support', as: 'admin' },
  { name: 'admin-audit-log', route, path: '/admin/audit-log', as: 'admin' },
  { name: 'admin-mails', route, path: '/admin/mails', as: 'admin' },
  { name: 'admin-rtl', route, path: '/admin', as: 'admin', direction: 'rtl', widths: [390, 1280] },
  { name: 'admin-spaced', route, path: '/admin', as: 'admin', act: applyTextSpacing, widths: [390] },
  { name: 'admin-zoom', route, path: '/admin', as: 'admin', zoom: 2, widths: [1280] },
  { name: 'admin-forced', route, path: '/admin', as: 'admin', act: emulateForcedColours, widths: [1280] },
  { name: 'admin-signed-out', route, path: '/admin' },
  { name: 'admin-refused', route, path: '/admin', as: 'theo' },
  {
    name: 'admin-loading',
    route,
    path: '/admin',
    as: 'admin',
    before: (page) => neverRespond(page, users),
    unsettled: true,
  },
  {
    name: 'admin-usage-loading',
    route,
    path: '/admin?tab=usage',
    as: 'admin',
    before: (page) => neverRespond(page, /\/api\/(getFirebaseUsage|admin\/usage-history)/),
    unsettled: true,
  },
  {
    name: 'admin-reports-loading',
    route,
    path: '/admin/reports',
    as: 'admin',
    before: (page) => neverRespond(page, /\/api\/admin\/reports/),
    unsettled: true,
  },
  {
    name: 'admin-empty',
    route,
    path: '/admin/support',
    as: 'admin',
    before: (page) =>
      page.route(/\/api\/admin\/support-requests/, (request) => request.fulfill({ json: [] })),
  },
  ...dialogs.map(
    ([name, path, button]): Screen => ({
      name: `admin-dialog-${name}`,
      route,
      path,
      as: 'admin',
      before: (page, { personId }) =>
        answerAdmin(page, everything({ id: personId('admin'), username: 'Admin' })),
      act: (page) => openDialog(page, button),
      window: true,
    }),
  ),
  {
    name: 'admin-error',
    route,
    path: '/admin',
    as: 'admin',
    before: (page) => respondWithError(page, users),
  },
  {
    name: 'admin-long',
    route,
    path: '/admin',
    as: 'admin',
    before: (page, { personId }) =>
      answerAdmin(page, everything({ id: personId('admin'), username: 'Admin' })),
  },
  {
    name: 'admin-thousand',
    route,
    path: '/admin',
    as: 'admin',
    before: (page) =>
      answerAdmin(page, { users: Array.from({ length: 1_000 }, (_, number) => someUser({ number })) }),
  },
];
