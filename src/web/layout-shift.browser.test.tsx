import { type Locator, page } from 'vitest/browser';
import { listOwnSessions } from '#shared/accounts/accounts.ts';
import { listListedOrganizations } from '#shared/apps/app-list.ts';
import { getApplication } from '#shared/apps/apps.ts';
import type { Subscription } from '#shared/billing/billing.ts';
import { listSupportRequests } from '#shared/contact/support.ts';
import { getInvitation, listOwnInvitations } from '#shared/orgs/orgs.ts';
import { listStorageConfigs } from '#shared/storage/storage.ts';
import { listApprovals } from '#shared/versions/approvals.ts';
import { listUploads } from '#shared/versions/uploads.ts';
import { listVersions } from '#shared/versions/versions.ts';
import { answerAdmin, root } from './testing/answer-admin.ts';
import { openBilling } from './testing/answer-billing.ts';
import { answerGallery } from './testing/answer-gallery.ts';
import { answerOrganizations } from './testing/answer-organizations.ts';
import { answerProfile } from './testing/answer-profile.ts';
import type { Answers } from './testing/answers.ts';
import { expectNoLayoutShift, recordShifts } from './testing/layout-shifts.ts';
import { openPage } from './testing/open-page.tsx';
import { someOwnSession } from './testing/samples/accounts.ts';
import { getOpenApi, someOpenApi } from './testing/samples/api-docs.ts';
import { appOf, ownCard, someCard } from './testing/samples/apps.ts';
import { someTrial } from './testing/samples/billing.ts';
import { daysAgo, idOf } from './testing/samples/ids.ts';
import { someInvitation, someOwnOrganization } from './testing/samples/orgs.ts';
import { amazon, someStorageConfig } from './testing/samples/storage.ts';
import { someReport, someVersion } from './testing/samples/versions.ts';
import { expect, test } from './testing/test.ts';

const text = (words: string) => page.getByRole('main').getByText(words);
const heading = (name: string | RegExp) => page.getByRole('heading', { name });

const own = ownCard({ name: 'Velvet Mole' });
const other = someCard({ number: 3, name: 'Ring Runner', fileName: 'game.zip' });
const invitation = someInvitation({
  number: 5,
  organizationName: 'Compilers',
  invitedBy: 'Ada',
  can: { remind: false, withdraw: false, accept: true },
});

function answerPages(answers: Answers): void {
  answerGallery(answers, [own, other]);
  answers.answer(getApplication, ({ params }) =>
    appOf(params.id === own.id ? own : other, { build: someReport() }),
  );
  answers.answer(listVersions, {
    success: true,
    versions: [someVersion({ isActive: true }), someVersion({ number: 3 })],
  });
  answers.answer(listUploads, []);
  answers.answer(listListedOrganizations, { items: [], nextCursor: null });
  answerOrganizations(answers, {
    organizations: [
      someOwnOrganization({ number: 2, name: 'Moonworks', description: 'Makes games for two.' }),
    ],
  });
  answers.answer(getOpenApi, someOpenApi());
  answers.answer(listOwnSessions, [someOwnSession()]);
  answerProfile(answers);
}

test('a deliberate shift is recorded', async ({ answers }) => {
  answerPages(answers);
  await openBilling('/faq', { answers, user: null });
  await expect.element(heading('Still Need Help?')).toBeVisible();
  const stop = recordShifts();
  const late = document.createElement('p');
  late.style.height = '200px';
  page.getByRole('main').element().prepend(late);
  const shifts = await stop();
  expect(Math.max(...shifts.map(({ value }) => value))).toBeGreaterThan(0.1);
  expect(JSON.stringify(shifts)).toContain('Frequently asked questions');
});

const gallery = heading(/^Available Applications/);
const forVisitors: [path: string, shown: Locator, at?: Locator][] = [
  ['/', gallery],
  ['/?sort=newest', gallery, gallery],
  ['/faq', heading('Still Need Help?')],
  ['/subscriptions', text('In every plan')],
  ['/subscriptions#pricing', text('In every plan')],
  ['/terms', heading(/Terms/)],
  ['/eula', heading(/License/)],
  [`/play/${other.id}`, heading('Ring Runner')],
  ['/api', heading(/API/)],
  ['/organizations', heading(/^Please sign in/)],
  ['/no/such/page', heading('There is nothing here')],
];
for (const [path, shown, at] of forVisitors)
  test(`nothing moves while ${path} loads for visitors`, async ({ answers }) => {
    answerPages(answers);
    await expectNoLayoutShift({ answers, open: () => openBilling(path, { answers, user: null }), shown, at });
  });

const forCreators: [path: string, shown: Locator][] = [
  ['/', heading('Welcome to Flux')],
  ['/?filter=my-apps', heading('My Applications')],
  [`/play/${own.id}`, text('Build report')],
  [`/update/${own.id}`, heading('Version History')],
  [`/update/${own.id}#versions`, heading('Version History')],
  ['/upload', heading('Upload')],
  ['/organizations', heading('Moonworks')],
  ['/profile', text('This device')],
  ['/subscriptions', text('In every plan')],
  ['/subscriptions#pricing', text('In every plan')],
  ['/faq', heading('Still Need Help?')],
];
for (const [path, shown] of forCreators)
  test(`nothing moves while ${path} loads for a creator`, async ({ answers }) => {
    answerPages(answers);
    await expectNoLayoutShift({ answers, open: () => openBilling(path, { answers }), shown });
  });

test('nothing moves while versions await approval', async ({ answers }) => {
  answerPages(answers);
  const organization = { id: idOf('d', 2), _id: idOf('d', 2), name: 'Compilers' };
  const versions = [2, 3].map((number) => ({
    id: idOf('v', number),
    version: '1.1',
    uploadedAt: daysAgo(1),
    uploadedByUsername: 'Ada',
    application: { id: idOf('c', 2), name: 'Moon Lander' },
    organization,
  }));
  answers.answer(listApprovals, { count: 2, versions });
  const shown = heading('2 versions pending your approval');
  await expectNoLayoutShift({ answers, open: () => openBilling('/', { answers }), shown });
});

for (const path of ['/organizations', `/organizations?invitation=${invitation.id}`])
  test(`nothing moves while ${path} loads for an invited person`, async ({ answers }) => {
    answerPages(answers);
    answers.answer(listOwnInvitations, { invitations: [invitation] });
    answers.answer(getInvitation, invitation);
    const shown = heading('Ada invites you to Compilers');
    await expectNoLayoutShift({ answers, open: () => openBilling(path, { answers }), shown });
  });

const noPlan = text('No active subscription');
const trial = page.getByRole('region', { name: 'Free trial' });
const plans: [name: string, path: string, subscriptions: Subscription[], shown: Locator][] = [
  ['without a plan', '/', [], noPlan],
  ['without a plan', '/?filter=my-apps', [], noPlan],
  ['without a plan', '/profile', [], text('This device')],
  ['in a trial', '/', [someTrial()], trial],
  ['in a trial', '/profile', [someTrial()], trial],
  ['in a trial', '/faq', [someTrial()], trial],
];
for (const [name, path, subscriptions, shown] of plans)
  test(`nothing moves while ${path} loads ${name}`, async ({ answers }) => {
    answerPages(answers);
    await expectNoLayoutShift({ answers, open: () => openBilling(path, { answers, subscriptions }), shown });
  });

for (const [path, words] of [
  ['/admin', 'Grace Hopper'],
  ['/admin?tab=organizations', 'Moonworks'],
  ['/admin?tab=applications', 'Comet Chaser'],
  ['/admin?tab=usage', 'Storage Usage'],
  ['/admin/reports', 'Application 2'],
  ['/admin/support', 'No support requests'],
  ['/admin/audit-log', 'Changed a role'],
  ['/admin/mails', 'You are invited to Moonworks'],
  ['/storage', 'Storage Configurations'],
] as const)
  test(`nothing moves while ${path} loads`, async ({ answers }) => {
    answerAdmin(answers);
    answers.answer(listSupportRequests, { items: [], nextCursor: null });
    answers.answer(listStorageConfigs, [someStorageConfig({ isActive: true }), amazon()]);
    const shown = page.getByRole('main').getByText(words, { exact: false });
    await expectNoLayoutShift({ answers, open: () => openPage(path, { answers, user: root }), shown });
  });
