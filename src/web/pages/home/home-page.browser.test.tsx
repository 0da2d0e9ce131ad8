import { page } from 'vitest/browser';
import { getApplication } from '#shared/apps/apps.ts';
import { listSubscriptions } from '#shared/billing/billing.ts';
import { listApprovals } from '#shared/versions/approvals.ts';
import { listUploads } from '#shared/versions/uploads.ts';
import { listVersions } from '#shared/versions/versions.ts';
import { answerGallery } from '../../testing/answer-gallery.ts';
import { checkAccessibility } from '../../testing/examine.ts';
import { setReducedMotion } from '../../testing/media.ts';
import { openPage } from '../../testing/open-page.tsx';
import { appOf, ownCard, someCard } from '../../testing/samples/apps.ts';
import { someSubscription } from '../../testing/samples/billing.ts';
import { expect, phone, test } from '../../testing/test.ts';

const limits = () => page.getByRole('region', { name: 'Your Plan Limits' });
const textsOf = (role: 'term' | 'definition' | 'listitem') =>
  limits()
    .getByRole(role)
    .elements()
    .map(({ textContent }) => textContent);

test('the own applications are below the limits of the plan and their usage', async ({ answers }) => {
  answerGallery(answers, [ownCard({ name: 'Analytical Engine' })]);
  const indie = someSubscription({ tier: 'indie', currentPeriodEnd: null });
  await openPage('/dashboard', { answers, subscriptions: [indie] });
  await expect.element(page.getByRole('heading', { level: 1, name: 'My Applications' })).toBeVisible();
  await expect
    .poll(() => textsOf('term'))
    .toEqual(['Max apps', 'Max revisions per app', 'Current plan', 'Used', 'Remaining']);
  await expect.poll(() => textsOf('definition')).toEqual(['1', '3', 'Indie', '1', '0']);
  // A plan without an end shows none.
  await expect.element(page.getByText(/Download your applications before/)).not.toBeInTheDocument();
  await expect.element(page.getByRole('button', { name: 'Download Your Apps' })).not.toBeInTheDocument();
});

test('an administrator has no limits, and no plan end', async ({ answers }) => {
  answerGallery(answers, [ownCard({ name: 'Analytical Engine' })]);
  await openPage('/?filter=my-apps', { answers, user: { role: 'admin' } });
  await expect.element(page.getByRole('heading', { level: 1, name: 'My Applications' })).toBeVisible();
  await expect.element(page.getByRole('link', { name: 'Analytical Engine', exact: true })).toBeVisible();
  await expect.element(limits()).not.toBeInTheDocument();
  await expect.element(page.getByText(/Download your applications before/)).not.toBeInTheDocument();
});

test('without a plan the box explains that, and shows the offer of each plan', async ({ answers }) => {
  answerGallery(answers, []);
  await openPage('/', { answers, subscriptions: [] });
  // Waiting redirects to the plans.
  await page.getByRole('alert').getByRole('button', { name: 'Cancel' }).click();
  await expect.element(limits()).toMatchTextContent('No active subscription');
  expect(textsOf('listitem')).toEqual([
    'Indie, free: 1 application, 3 revisions each',
    'Pro: 3 applications, 3 revisions each',
    'Pro+: 12 applications, 3 revisions each',
  ]);
  await expect.element(limits()).not.toMatchTextContent('Remaining');
  await expect
    .element(limits().getByRole('link', { name: 'Choose a Plan' }))
    .toHaveAttribute('href', '/subscriptions');
});

test('My Applications links signed-out visitors to the public applications', async ({ answers }) => {
  answerGallery(answers, [ownCard({ name: 'Analytical Engine' })]);
  await openPage('/?filter=my-apps', { answers, user: null });
  const own = page.getByRole('heading', { name: 'Sign in to see your applications' });
  await expect.element(own).toBeVisible();
  await page.getByRole('main').getByText('See Public Apps').click();
  const everybodys = page.getByRole('heading', { name: /^Available Applications/ });
  await expect.element(everybodys).toHaveFocus();
  await expect.element(everybodys).toBeInViewport();
  await expect.element(own).not.toBeInTheDocument();
  expect(location.pathname + location.search + location.hash).toBe('/#applications');
  history.back();
  await expect.element(own).toBeVisible();
});

test('a taken-down application is marked, and its share link is paused', async ({ answers }) => {
  const taken = ownCard({
    name: 'Starlight',
    isPublic: false,
    wantsPublic: true,
    takenDown: { at: new Date().toISOString(), reason: 'It asks players for their passwords.' },
    shareUrl: null,
    shareLink: 'sleeping',
    can: { play: false, edit: true, update: true, delete: true, approve: false, share: false },
  });
  answerGallery(answers, [taken]);
  await openPage('/?filter=my-apps', { answers });
  await expect.element(page.getByRole('main').getByText('Taken offline', { exact: true })).toBeVisible();
  await expect
    .element(page.getByRole('main').getByText('The share link is paused', { exact: true }))
    .toBeVisible();
  await page.getByRole('button', { name: 'Actions for Starlight' }).click();
  await page.getByRole('menuitem', { name: 'Share…' }).click();
  const share = page.getByRole('dialog', { name: 'Share Starlight' });
  await expect
    .element(share)
    .toMatchTextContent('The share link is paused until an administrator brings the application back.');
  await expect.element(share.getByRole('button', { name: /link|Switch off/ })).not.toBeInTheDocument();
});

test('an empty gallery is accessible to visitors, and leaves little space above the footer', async ({
  answers,
}) => {
  answerGallery(answers, []);
  await openPage('/', { answers, user: null });
  await expect.element(page.getByText('No public applications yet')).toBeVisible();
  await checkAccessibility('home');
  const box = document.querySelector('[data-empty-list]')?.getBoundingClientRect();
  const footer = page.getByRole('contentinfo').element().getBoundingClientRect();
  expect(footer.top - (box?.bottom ?? 0)).toBeLessThan(200);
  await page.getByRole('banner').getByRole('button', { name: 'Sign In' }).click();
  await expect.element(page.getByRole('dialog', { name: 'Welcome to Flux' })).toBeVisible();
  await checkAccessibility('sign-in');
});

const long = 'Keeper of the Farthest and Deepest Reef That Is on Any Map';
const onScreen = page.getByRole('group', { name: 'Featured application' });
const seePublicApps = page.getByRole('button', { name: 'See Public Apps' });

test('home is accessible to visitors, with games on the screen', async ({ answers }) => {
  answerGallery(answers, [someCard({ number: 2, name: long }), someCard({ number: 3, name: 'Ring Runner' })]);
  await openPage('/', { answers, user: null });
  await expect.element(page.getByRole('group', { name: 'Featured application' })).toBeVisible();
  await checkAccessibility('home of visitors, with games');
});

test('a visitor looks at another game on the screen, and plays it', async ({ answers }) => {
  answerGallery(answers, [someCard({ number: 2, name: 'Ring Runner' }), someCard({ number: 3, name: long })]);
  await openPage('/', { answers, user: null });
  const showing = page.getByRole('list', { name: 'Featured applications' }).getByRole('link');
  await expect.poll(() => showing.elements().map((element) => element.textContent)).toEqual(['', '']);
  await expect.element(onScreen.getByText('Ring Runner', { exact: true })).toBeVisible();
  (showing.nth(1).element() as HTMLElement).focus();
  await expect.element(onScreen.getByText(long, { exact: true })).toBeVisible();
  // A long name leaves room on a phone.
  await page.viewport(phone.width, phone.height);
  const play = onScreen.getByRole('link', { name: `Play ${long}` });
  await expect.poll(() => play.element().getBoundingClientRect().right).toBeLessThanOrEqual(374);
  // Nothing is cut off at 400 % zoom.
  await page.viewport(305, 640);
  const reel = page
    .getByRole('region', { name: 'Publish, improve, publish again.' })
    .getByRole('list')
    .first()
    .element();
  await expect.poll(() => reel.scrollWidth - reel.clientWidth).toBe(0);
  await page.viewport(phone.width, phone.height);
  await play.click();
  await expect.element(page.getByRole('heading', { level: 1, name: long })).toBeVisible();
});

test('nothing on home moves endlessly, and its button scrolls to the applications', async ({ answers }) => {
  await setReducedMotion('no-preference');
  answerGallery(answers, [someCard({ number: 2 }), someCard({ number: 3 })]);
  await openPage('/', { answers, user: null });
  await expect.element(onScreen.getByText('Application 2', { exact: true })).toBeVisible();
  const endless = () =>
    document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().endTime === Infinity).length;
  await expect.poll(endless).toBe(0);
  await seePublicApps.click();
  await expect.element(page.getByRole('heading', { name: 'Available Applications (2)' })).toHaveFocus();
});

test('under reduced motion the button jumps to the applications', async ({ answers }) => {
  answerGallery(answers, [someCard({ number: 2 }), someCard({ number: 3 })]);
  await openPage('/', { answers, user: null });
  await expect.element(onScreen.getByText('Application 2', { exact: true })).toBeVisible();
  window.scrollTo(0, 0);
  (seePublicApps.element() as HTMLElement).click();
  const top = document.getElementById('applications')?.getBoundingClientRect().top;
  expect(top).toBeLessThan(innerHeight);
});

test('an empty My Applications is accessible', async ({ answers }) => {
  answerGallery(answers, []);
  await openPage('/?filter=my-apps', { answers });
  await expect.element(page.getByText('No applications yet')).toBeVisible();
  await checkAccessibility('my applications, empty');
});

for (const path of ['/', '/organizations'])
  test(`${path} reports that approvals could not be fetched, and tries again`, async ({ answers }) => {
    answers.refuse(listApprovals, 'internal');
    await openPage(`${path}#approvals`, { answers });
    const approvals = () => document.getElementById('approvals');
    await expect
      .poll(() => approvals()?.textContent)
      .toContain('Failed to fetch the versions pending your approval');
    await expect.poll(() => approvals()?.matches(':focus')).toBe(true);
    await checkAccessibility(`${path} without its approvals`);
    answers.answer(listApprovals, { count: 0, versions: [] });
    await page.getByRole('main').getByRole('button', { name: 'Try Again' }).click();
    await expect.poll(() => approvals()?.querySelector('[role=alert]') ?? null).toBeNull();
  });

for (const path of ['/', `/update/${ownCard().id}`])
  test(`${path} reports that the limits could not be fetched, and tries again`, async ({ answers }) => {
    answerGallery(answers, [ownCard()]);
    answers.answer(getApplication, appOf(ownCard()));
    answers.answer(listVersions, { success: true, versions: [] });
    answers.answer(listUploads, []);
    answers.refuse(listSubscriptions, 'internal');
    await openPage(path, { answers });
    const failed = page.getByRole('main').getByRole('alert');
    await expect.element(failed).toMatchTextContent('Failed to fetch subscriptions');
    await checkAccessibility(`${path} without its limits`);
    answers.answer(listSubscriptions, [someSubscription({ tier: 'indie' })]);
    await failed.getByRole('button', { name: 'Try Again' }).click();
    await expect.element(limits()).toMatchTextContent('Current planIndie');
    await expect.element(failed).not.toBeInTheDocument();
  });
