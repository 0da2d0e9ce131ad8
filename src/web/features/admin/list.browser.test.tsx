import { page, userEvent } from 'vitest/browser';
import {
  type AdminUser,
  getCounts,
  listAdminApplications,
  listAdminOrganizations,
  listAuditLog,
  listUsers,
} from '#shared/admin/admin.ts';
import { listMails } from '#shared/contact/mail.ts';
import { listReported } from '#shared/contact/reports.ts';
import type { AnyEndpoint } from '#shared/contract/contract.ts';
import { answerAdmin, lineCount, openAdmin, root } from '../../testing/answer-admin.ts';
import { pageOf } from '../../testing/answers.ts';
import { checkAccessibility } from '../../testing/examine.ts';
import { openPage } from '../../testing/open-page.tsx';
import { everything, someUser } from '../../testing/samples/admin.ts';
import { expect, test } from '../../testing/test.ts';

const people = (count: number) =>
  Array.from({ length: count }, (_, index) => someUser({ number: index + 2 }));
const search = () => page.getByPlaceholder('Search users...');
const toEnd = () => window.scrollTo(0, document.documentElement.scrollHeight);

test('a thousand rows load by pages, and the column names stay visible', async ({ answers }) => {
  await openAdmin('/admin', answers, { users: people(1_000) });
  await expect.element(page.getByRole('tab', { name: 'Users (1,000)' })).toBeVisible();
  await expect.poll(lineCount).toBe(50);
  for (const count of [100, 150]) {
    toEnd();
    await expect.poll(lineCount).toBe(count);
  }
  const head = page.getByText('Joined', { exact: true }).element().getBoundingClientRect();
  expect(head.y).toBeGreaterThanOrEqual(0);
  expect(head.y).toBeLessThan(100);
});

test('search and filters are in the address, and none undoes another', async ({ answers }) => {
  await openAdmin('/admin', answers, { users: people(3) });
  await search().fill('ada');
  await page.getByLabelText('Filter by role').selectOptions('Admins');
  await page.getByLabelText('Filter by provider').selectOptions('GitHub');
  await page.getByLabelText('Filter by state').selectOptions('Disabled');
  const narrowed = { role: 'admin', provider: 'github.com', state: 'disabled' };
  await expect
    .poll(() => Object.fromEntries(new URLSearchParams(location.search)))
    .toEqual({ q: 'ada', ...narrowed });
  await expect.poll(() => answers.calls(listUsers).at(-1)?.query).toEqual({ search: 'ada', ...narrowed });

  await openPage(location.pathname + location.search, { answers, user: root });
  await expect.element(search()).toHaveValue('ada');
  await expect.element(page.getByLabelText('Filter by state')).toHaveValue('disabled');
  await page.getByRole('tab', { name: /^Applications/ }).click();
  await expect.poll(() => location.search).toBe('?tab=applications');
  history.back();
  await expect.element(search()).toHaveValue('ada');
  await page.getByRole('button', { name: 'Clear Filters' }).click();
  await expect.poll(() => location.search).toBe('');
});

test('of two filters that change at once, none undoes the other', async ({ answers }) => {
  await openAdmin('/admin', answers, { users: people(3) });
  await expect.element(page.getByLabelText('Filter by role')).toBeVisible();
  for (const [label, value] of [
    ['Filter by role', 'admin'],
    ['Filter by state', 'disabled'],
  ] as const) {
    const select = page.getByLabelText(label).element() as HTMLSelectElement;
    select.value = value;
    select.dispatchEvent(new Event('change', { bubbles: true }));
  }
  await expect
    .poll(() => answers.calls(listUsers).at(-1)?.query)
    .toEqual({ role: 'admin', state: 'disabled' });
  expect(location.search).toBe('?role=admin&state=disabled');
});

test('focus is not lost with the button that clears the filters', async ({ answers }) => {
  await openAdmin('/admin?role=admin', answers);
  const clear = page.getByRole('button', { name: 'Clear Filters' });
  await expect.element(clear).toBeVisible();
  clear.element().focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(clear).not.toBeInTheDocument();
  await userEvent.keyboard('{Tab}');
  await expect.element(search()).toHaveFocus();
});

test('a search continues past pages without hits, and reports no result only at the end', async ({
  answers,
}) => {
  answerAdmin(answers);
  const held = Promise.withResolvers<void>();
  answers.answer(listUsers, async ({ query }) => {
    const none: AdminUser[] = [];
    if (query.cursor === undefined) return { items: none, nextCursor: 'a' };
    if (query.cursor === 'b')
      return { items: [someUser({ number: 22, username: 'Needle' })], nextCursor: null };
    await held.promise;
    return { items: none, nextCursor: 'b' };
  });
  await openPage('/admin?q=needle', { answers, user: root });
  await expect.element(page.getByText('Searching for more…')).toBeInTheDocument();
  await expect.element(page.getByRole('heading', { name: 'No users found' })).not.toBeInTheDocument();
  held.resolve();
  await expect.element(page.getByRole('row', { name: 'Needle' })).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Load more' })).not.toBeInTheDocument();
});

test('a list scrolled to its end during a refresh loads more afterwards', async ({ answers }) => {
  const users = people(120);
  await openAdmin('/admin', answers, { ...everything(root), users });
  await expect.element(page.getByText('Person 2', { exact: true }).first()).toBeVisible();
  await page.getByRole('tab', { name: /^Organizations/ }).click();
  await expect.element(page.getByText('Moonworks').first()).toBeVisible();
  const held = Promise.withResolvers<void>();
  const before = answers.calls(listUsers).length;
  answers.answer(listUsers, async ({ query }) => {
    await held.promise;
    return pageOf(users, query);
  });
  await page.getByRole('tab', { name: /^Users/ }).click();
  await expect.poll(() => answers.calls(listUsers).length).toBeGreaterThan(before);
  await expect.element(page.getByText('Person 2', { exact: true }).first()).toBeVisible();
  toEnd();
  await expect.element(page.getByRole('button', { name: 'Load more' })).toBeInViewport();
  held.resolve();
  await expect.element(page.getByText('Person 60', { exact: true }).first()).toBeInTheDocument();
});

interface Place {
  path: string;
  endpoint: AnyEndpoint;
  empty: string;
  failed: string;
  shown: string;
}

const places: Place[] = [
  {
    path: '/admin',
    endpoint: listUsers,
    empty: 'No users found',
    failed: 'Failed to load users',
    shown: 'Grace Hopper',
  },
  {
    path: '/admin?tab=organizations',
    endpoint: listAdminOrganizations,
    empty: 'No organizations found',
    failed: 'Failed to load organizations. Function may require authentication.',
    shown: 'Moonworks',
  },
  {
    path: '/admin?tab=applications',
    endpoint: listAdminApplications,
    empty: 'No applications found',
    failed: 'Failed to fetch applications',
    shown: 'Comet Chaser',
  },
  {
    path: '/admin/reports',
    endpoint: listReported,
    empty: 'No open reports',
    failed: 'Failed to load reports',
    shown: 'Application 2',
  },
  {
    path: '/admin/audit-log',
    endpoint: listAuditLog,
    empty: 'Nothing found',
    failed: 'Failed to load the audit log',
    shown: 'Sent spam.',
  },
  {
    path: '/admin/mails',
    endpoint: listMails,
    empty: 'No e-mails',
    failed: 'Failed to load e-mails',
    shown: 'You are invited to Moonworks',
  },
];

for (const { path, endpoint, empty, failed, shown } of places) {
  test(`${path} has its own message for an empty list`, async ({ answers }) => {
    await openAdmin(path, answers, {});
    await expect.element(page.getByRole('heading', { name: empty })).toBeVisible();
    if (endpoint === listUsers)
      await expect.element(page.getByRole('tab', { name: 'Users (0)' })).toBeVisible();
    if (endpoint === listMails) await checkAccessibility('no mails');
  });

  test(`${path} reports a failed load, and retries`, async ({ answers }) => {
    answerAdmin(answers);
    answers.refuse(endpoint, 'internal');
    await openPage(path, { answers, user: root });
    await expect.element(page.getByRole('heading', { name: failed })).toBeVisible();
    answerAdmin(answers);
    await page.getByRole('button', { name: 'Try Again' }).click();
    await expect.element(page.getByRole('main').getByText(shown).first()).toBeVisible();
  });
}

test('placeholders have the shape of the content, and nothing moves when it loads', async ({ answers }) => {
  const lists = answerAdmin(answers);
  const resolve = [
    answers.hold(listUsers, pageOf(lists.users ?? [], {})),
    answers.hold(getCounts, { users: 6, organizations: 3, applications: 3, openReports: 2 }),
    answers.hold(listReported, pageOf(lists.reported ?? [], {})),
  ];
  await openPage('/admin', { answers, user: root });
  const loading = page.getByText('Loading users…');
  await expect.element(loading).toBeInTheDocument();
  expect(loading.element().nextElementSibling).toHaveAttribute('aria-busy', 'true');
  const parts = [
    page.getByRole('navigation', { name: 'Administration' }).getByRole('link', { name: 'Storage' }),
    page.getByRole('tab', { name: 'Firebase Usage' }),
    // Visual column headers without a table have no role.
    page.getByText('Joined', { exact: true }),
  ];
  const placesOf = () =>
    parts.map((part) => {
      const { x, y } = part.element().getBoundingClientRect();
      return { x, y };
    });
  await document.fonts.ready;
  const before = placesOf();
  for (const answer of resolve) answer();
  await expect.element(page.getByRole('tab', { name: 'Users (6)' })).toBeVisible();
  await expect.element(page.getByRole('link', { name: 'Reports 2 open' })).toBeVisible();
  await expect.poll(lineCount).toBe(6);
  expect(placesOf()).toEqual(before);
});
