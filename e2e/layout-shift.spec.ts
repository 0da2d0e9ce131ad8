import type { Page } from '@playwright/test';
import { generations } from '../fixtures/generations.ts';
import { makeZip } from '../fixtures/zip.ts';
import type { Invitation } from '../src/shared/orgs.ts';
import { administrate, answerAdmin, everything } from './administration.ts';
import { expectStill, type Screen, shiftsOf, watchShifts } from './layout-shifts.ts';
import { createOrganization } from './organizations.ts';
import { expect, test } from './server.ts';
import { openSession } from './session.ts';
import { answerSubscriptions, inDays, publishByApi, signIn, subscription } from './steps.ts';

test.use({ residents: 'layout-shift' });

const text = (words: string | RegExp) => (page: Page) => page.getByRole('main').getByText(words).first();
const heading = (name: string | RegExp) => (page: Page) => page.getByRole('heading', { name }).first();

/** @returns its id */
async function publish(page: Page, name: string, theme: string): Promise<string> {
  const buffer = makeZip(await generations['2020 gzip']());
  const build = { name: 'build.zip', mimeType: 'application/zip', buffer };
  const fields = { name, description: 'Round the sun and home again.', theme, isPublic: 'true', build };
  const { status, body } = await publishByApi(page, fields);
  expect(status).toBe(200);
  return body.id;
}

test('what watches for shifts sees one that is made on purpose', async ({ page }) => {
  await watchShifts(page);
  await page.goto('/faq?asked');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.getByRole('main').evaluate((main) => {
    const late = document.createElement('p');
    late.style.height = '200px';
    main.prepend(late);
  });
  const shifts = await shiftsOf(page);
  expect(Math.max(...shifts.map(({ value }) => value))).toBeGreaterThan(0.1);
  expect(JSON.stringify(shifts)).toContain('Frequently asked questions');
});

test('nothing moves while a screen of visitors comes together', async ({ page }) => {
  await signIn(page, 'ada@example.test', 'Ada');
  const vanilla = await publish(page, 'Ring Runner', 'vanilla');
  const themed = await publish(page, 'Comet Chaser', 'gaming');
  const gallery = { shown: heading(/^Available Applications \(/), at: heading(/^Available Applications/) };
  const drawn: Screen[] = [
    { name: 'home', path: '/', shown: heading(/^Available Applications \(/) },
    { name: 'gallery', path: '/', ...gallery },
    { name: 'FAQ', path: '/faq', shown: heading('Still Need Help?') },
    { name: 'plans', path: '/subscriptions', shown: text('In every plan') },
    { name: 'prices', path: '/subscriptions#pricing', shown: text('In every plan') },
    { name: 'terms', path: '/terms', shown: heading(/Terms/) },
    { name: 'EULA', path: '/eula', shown: heading(/License/) },
    { name: 'game', path: `/play/${vanilla}`, shown: heading('Ring Runner') },
    { name: 'themed game', path: `/play/${themed}`, shown: heading('Comet Chaser'), frames: true },
  ];
  const asked = drawn.map((screen) => ({
    ...screen,
    name: `${screen.name}, not drawn`,
    path: screen.path.replace(/(#|$)/, '?asked$1'),
  }));
  const others: Screen[] = [
    { name: 'API', path: '/api', shown: heading(/API/) },
    { name: 'organizations, signed out', path: '/organizations', shown: heading(/^Please sign in/) },
    { name: 'not found', path: '/no/such/page', shown: heading('Nothing is showing here') },
  ];
  await page.context().clearCookies();
  await page.goto('/faq');
  await page.evaluate(() => localStorage.clear());
  await expectStill(page, [...drawn, ...asked, ...others]);
});

const home = heading('Welcome to Flux');
const invited = heading('Ada invites you to Compilers');
const invitation: Invitation = {
  id: 'a'.repeat(26),
  organizationId: 'b'.repeat(26),
  organizationName: 'Compilers',
  email: 'grace@example.test',
  role: 'member',
  invitedBy: 'Ada',
  createdAt: inDays(-1),
  sentAt: inDays(-1),
  expiresAt: inDays(13),
  expired: false,
  can: { remind: false, withdraw: false, accept: true },
};

/** Answers in the place of the server. */
async function invite(page: Page): Promise<void> {
  await page.route('**/api/invitations', (route) => route.fulfill({ json: { invitations: [invitation] } }));
  await page.route(`**/api/invitations/${invitation.id}`, (route) => route.fulfill({ json: invitation }));
}

test('nothing moves while a screen of somebody with a plan comes together', async ({ page }) => {
  await signIn(page, 'grace@example.test', 'Grace');
  const id = await publish(page, 'Velvet Mole', 'vanilla');
  await createOrganization(page, { name: 'Moonworks', description: 'Makes games for two.' });
  await expectStill(page, [
    { name: 'home', path: '/', shown: home },
    { name: 'my applications', path: '/?filter=my-apps', shown: heading('My Applications') },
    { name: 'own game', path: `/play/${id}`, shown: text('Build report') },
    { name: 'manage', path: `/update/${id}`, shown: heading('Version History') },
    { name: 'versions', path: `/update/${id}#versions`, shown: heading('Version History') },
    { name: 'upload', path: '/upload', shown: heading('Upload') },
    { name: 'organizations', path: '/organizations', shown: heading('Moonworks') },
    { name: 'organizations, invited', path: '/organizations', shown: invited, before: invite },
    {
      name: 'invitation',
      path: `/organizations?invitation=${invitation.id}`,
      shown: invited,
      before: invite,
    },
    { name: 'profile', path: '/profile', shown: text('This device') },
    { name: 'plans', path: '/subscriptions', shown: text('In every plan') },
    { name: 'prices', path: '/subscriptions#pricing', shown: text('In every plan') },
    { name: 'FAQ', path: '/faq', shown: heading('Still Need Help?') },
  ]);
});

test('nothing moves for somebody without a plan, or below a banner', async ({ page }) => {
  await openSession(page, 'nobody@example.test', 'Nobody');
  const before = (page: Page) =>
    answerSubscriptions(page, [
      subscription({ status: 'trialing', isTrialActive: true, trialEnd: inDays(9) }),
    ]);
  const trial = (page: Page) => page.getByRole('region', { name: 'Free trial' });
  await expectStill(page, [
    { name: 'home without a plan', path: '/', shown: text('No active subscription') },
    {
      name: 'my applications without a plan',
      path: '/?filter=my-apps',
      shown: text('No active subscription'),
    },
    { name: 'profile without a plan', path: '/profile', shown: text('This device') },
    { name: 'home in a trial', path: '/', shown: trial, before },
    { name: 'profile in a trial', path: '/profile', shown: trial, before },
    { name: 'FAQ in a trial', path: '/faq', shown: trial, before },
  ]);
});

test('nothing moves while a screen of administrators comes together', async ({ page }) => {
  const answers = await administrate(page, everything);
  const tab = (path: string, words: string) => ({
    name: path,
    path,
    before: (page: Page) => answerAdmin(page, answers),
    shown: (page: Page) => page.getByRole('main').getByText(words).filter({ visible: true }).first(),
  });
  await expectStill(page, [
    tab('/admin', 'Grace Hopper'),
    tab('/admin?tab=organizations', 'Moonworks'),
    tab('/admin?tab=applications', 'Comet Chaser'),
    tab('/admin?tab=usage', 'Storage Usage'),
    tab('/admin/reports', 'Application 2'),
    tab('/admin/support', 'No support requests'),
    tab('/admin/audit-log', 'Changed a role'),
    tab('/admin/mails', 'You are invited to Moonworks'),
    tab('/storage', 'Storage Configurations'),
  ]);
});
