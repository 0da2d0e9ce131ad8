import { answerAdmin, everything, someUser } from '../../e2e/administration.ts';
import { fail, hold } from '../answers.ts';
import type { Screen } from '../screen.ts';

const route = '/admin/*';
const users = /\/api\/getFirebaseAuthUsers/;

export const adminScreens: readonly Screen[] = [
  { name: 'admin-users', route, path: '/admin', as: 'admin' },
  { name: 'admin-organizations', route, path: '/admin/organizations', as: 'admin' },
  { name: 'admin-applications', route, path: '/admin/applications', as: 'admin' },
  { name: 'admin-usage', route, path: '/admin/usage', as: 'admin' },
  { name: 'admin-reports', route, path: '/admin/reports', as: 'admin' },
  { name: 'admin-support', route, path: '/admin/support', as: 'admin' },
  { name: 'admin-audit-log', route, path: '/admin/audit-log', as: 'admin' },
  { name: 'admin-mails', route, path: '/admin/mails', as: 'admin' },
  { name: 'admin-signed-out', route, path: '/admin' },
  { name: 'admin-refused', route, path: '/admin', as: 'theo' },
  {
    name: 'admin-loading',
    route,
    path: '/admin',
    as: 'admin',
    before: (page) => hold(page, users),
    unsettled: true,
  },
  { name: 'admin-error', route, path: '/admin', as: 'admin', before: (page) => fail(page, users) },
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
