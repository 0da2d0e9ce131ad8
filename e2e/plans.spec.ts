import type { Page } from '@playwright/test';
import { examine } from './examine.ts';
import { expect, test } from './server.ts';
import { answerSubscriptions, continueAs, inDays, openHome, signIn, subscription } from './steps.ts';

test('a visitor finds the plans, their prices and what they allow', async ({ page }) => {
  await page.goto('/');
  await page.getByRole('link', { name: 'Get Started Free' }).click();
  await expect(page).toHaveURL('/subscriptions#pricing');
  const plans = page.getByRole('region', { name: 'Plans' });
  await expect(plans).toBeFocused();
  await expect(plans).toBeInViewport();
  const plan = (name: string) => plans.getByRole('article', { name, exact: true });
  for (const [name, ...texts] of [
    ['Indie', 'Free', '1 application', '3 revisions per application'],
    ['Pro', '$19.99', '3 applications', '3 revisions per application', 'Discord access by invite'],
    ['Pro+', '$99.99', '12 applications', '3 revisions per application', 'Discord access by invite'],
    ['Enterprise', 'Custom', 'Unlimited applications', 'Everything else on request'],
  ] as const)
    for (const text of texts) await expect(plan(name).getByText(text, { exact: true })).toBeVisible();
  for (const name of ['Pro', 'Pro+']) {
    await expect(plan(name).getByRole('button', { name: `Choose ${name}`, exact: true })).toBeEnabled();
    await expect(plan(name).getByText('7 days free for new subscribers')).toBeVisible();
  }
  await expect(plan('Enterprise').getByRole('link', { name: 'Contact Us' })).toHaveAttribute(
    'href',
    'mailto:support@flux.localhost?subject=Flux%20Enterprise',
  );
  await expect(plans.getByText('Current plan')).toBeHidden();
});

test('an address that names the prices opens at them; questions open and close by themselves', async ({
  page,
}) => {
  await page.goto('/subscriptions#pricing');
  await expect(page.getByRole('heading', { name: 'Plans' })).toBeVisible();
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(200);
  await expect(page.getByText('Not with money: this Flux takes payments in test mode.')).toBeAttached();
  await expect(page.getByText('Your first plan begins with 7 days that cost nothing.')).toBeAttached();
  const [first, second] = ['Is Indie really free?', 'Do you give refunds?'];
  await page.getByText(first).click();
  await page.locator('summary', { hasText: second }).press('Enter');
  const answers = [page.getByText('It asks for no card'), page.getByText('5–7 business days')];
  for (const answer of answers) await expect(answer).toBeVisible();
  await examine(page, 'plans, some questions open');
  await page.locator('summary', { hasText: first }).press('Space');
  await expect(page.getByText('It asks for no card')).toBeHidden();
  await expect(page.getByText('5–7 business days')).toBeVisible();
});

test('what a visitor does before the script is there stays: where they read, what they opened', async ({
  page,
}) => {
  const { promise: asked, resolve: ask } = Promise.withResolvers<void>();
  await page.route('**/assets/*.js', async (route) => {
    await asked;
    await route.fallback();
  });
  await page.goto('/subscriptions#pricing', { waitUntil: 'commit' });
  const question = page.locator('details', { hasText: 'Is Indie really free?' });
  await question.locator('summary').click();
  const read = () => page.evaluate(() => window.scrollY);
  const found = await read();
  await page.mouse.wheel(0, 300);
  await expect.poll(read).toBe(found + 300);
  const drawn = await question.elementHandle();
  ask();
  await expect(page.locator('html')).toHaveAttribute('data-arrived', 'page');
  await page.waitForTimeout(300);
  expect(await read()).toBe(found + 300);
  expect(await drawn?.evaluate((details: HTMLDetailsElement) => [details.isConnected, details.open])).toEqual(
    [true, true],
  );
});

test('whoever chooses Indie signed out has it after signing in', async ({ page }) => {
  await page.goto('/subscriptions');
  await page.getByRole('button', { name: 'Get Started Free' }).click();
  await page.getByRole('button', { name: 'Continue with Google' }).click();
  await continueAs(page, 'chooser@example.test', 'Chooser');
  await expect(page).toHaveURL('/');
  await expect(page.getByText('You are on the Indie plan.')).toBeVisible();
  await page.goto('/subscriptions');
  const indie = page.getByRole('article', { name: 'Indie' });
  await expect(indie.getByText('Current plan')).toBeVisible();
  await expect(page.getByText('Your plan: Indie')).toBeVisible();
  await examine(page, 'plans with a plan');
  await indie.getByRole('link', { name: 'Go to Home' }).click();
  await expect(page).toHaveURL('/');
});

test('whoever has Indie already, free or paid, and chooses it signed out comes home', async ({ page }) => {
  const choices: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/api/subscriptions')) choices.push('chosen');
  });
  for (const priceId of [null, 'price_indie']) {
    // An open page would go on asking without its cookies.
    await page.goto('about:blank');
    await page.context().clearCookies();
    await page.unroute('**/api/subscriptions');
    await answerSubscriptions(page, [subscription({ tier: 'indie', priceId })]);
    await page.goto('/subscriptions');
    await page.getByRole('button', { name: 'Get Started Free' }).click();
    await page.getByRole('button', { name: 'Continue with Google' }).click();
    await continueAs(page, 'indie@example.test', 'Indie');
    await expect(page.getByText('You are on the Indie plan.')).toBeVisible();
    await expect(page).toHaveURL('/');
  }
  expect(choices).toEqual([]);
});

test('a sign-in that was not begun by choosing chooses nothing', async ({ page }) => {
  const choices: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/api/subscriptions')) choices.push('chosen');
  });
  const choose = page.getByRole('button', { name: 'Get Started Free' });
  const modal = page.getByRole('dialog', { name: 'Welcome to Flux' });
  const expectNoChoice = async (address: string) => {
    await expect(page.getByRole('button', { name: 'Account menu of Undecided' })).toBeVisible();
    await expect(choose).toBeEnabled();
    await page.waitForLoadState('networkidle');
    await expect(page).toHaveURL(address);
    expect(choices).toEqual([]);
    await page.context().clearCookies();
  };
  // Given up in the modal, then signed in on the same page.
  await page.goto('/subscriptions');
  await choose.click();
  await expect(modal).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(modal).toBeHidden();
  await page.getByRole('banner').getByRole('button', { name: 'Sign In' }).click();
  await page.getByRole('button', { name: 'Continue with Google' }).click();
  await continueAs(page, 'undecided@example.test', 'Undecided');
  await expectNoChoice('/subscriptions');
  // Given up at the provider, by going elsewhere and signing in there.
  await page.goto('/subscriptions');
  await choose.click();
  await page.getByRole('button', { name: 'Continue with Google' }).click();
  await expect(page.getByRole('heading', { name: 'Local sign-in' })).toBeVisible();
  await signIn(page, 'undecided@example.test', 'Undecided', { plan: 'none' });
  await page.goto('/subscriptions');
  await expectNoChoice('/subscriptions');
  // Coming back to the address of the choice without having signed in.
  await page.goto('/subscriptions');
  await choose.click();
  await page.getByRole('button', { name: 'Continue with Google' }).click();
  await expect(page.getByRole('heading', { name: 'Local sign-in' })).toBeVisible();
  const back = new URL(page.url()).origin;
  const mark = await page.evaluate(() => sessionStorage.getItem('flux-wanted-plan'));
  await page.goto(`${back}/subscriptions?chosen=${mark?.split(' ')[0]}#pricing`);
  await expect(page).toHaveURL('/subscriptions#pricing');
  await page.getByRole('banner').getByRole('button', { name: 'Sign In' }).click();
  await page.getByRole('button', { name: 'Continue with Google' }).click();
  await continueAs(page, 'undecided@example.test', 'Undecided');
  await expectNoChoice('/subscriptions#pricing');
  // An address that somebody made up.
  await signIn(page, 'undecided@example.test', 'Undecided', { plan: 'none' });
  await page.goto('/subscriptions?chosen=1#pricing');
  await expect(page).toHaveURL('/subscriptions#pricing');
  await expectNoChoice('/subscriptions#pricing');
});

test('a refusal is told where it happened', async ({ page, allowError }) => {
  allowError(/409/);
  await signIn(page, 'refused@example.test', 'Refused', { plan: 'none' });
  await page.goto('/subscriptions');
  await page.route('**/api/subscriptions', (route) =>
    route.request().method() === 'GET'
      ? route.continue()
      : route.fulfill({
          status: 409,
          json: { success: false, code: 'conflict', error: 'You have the Pro plan.' },
        }),
  );
  await page.getByRole('button', { name: 'Get Started Free' }).click();
  await expect(page.getByRole('alert')).toHaveText('You have the Pro plan.');
  await expect(page).toHaveURL('/subscriptions');
});

test('subscriptions that cannot be fetched can be asked for again', async ({ page, allowError }) => {
  allowError(/500/);
  await signIn(page, 'unlucky@example.test', 'Unlucky', { plan: 'indie' });
  await page.route('**/api/subscriptions', (route) => route.fulfill({ status: 500, body: '{}' }));
  await page.goto('/subscriptions');
  await expect(page.getByRole('alert')).toContainText('Failed to fetch subscriptions');
  // Nothing waits for what does not come.
  for (const name of ['Get Started Free', 'Choose Pro', 'Choose Pro+'])
    await expect(page.getByRole('button', { name, exact: true })).toHaveAccessibleDescription(
      'Subscription service is temporarily unavailable. Please try again later.',
    );
  await examine(page, 'plans without subscriptions');
  await page.unroute('**/api/subscriptions');
  await page.getByRole('button', { name: 'Try Again' }).click();
  await expect(page.getByText('Current plan')).toBeVisible();
});

const paid = { tier: 'pro', status: 'active' } as const;
/** Made when they are needed: some end a few minutes from then. */
const banners = () =>
  [
    ['a trial of two days and a half', { status: 'trialing', trialEnd: inDays(2.5) }, null, '2 days'],
    ['the last day of a trial', { status: 'trialing', trialEnd: inDays(1.01) }, null, '1 day'],
    ['the last hours of a trial', { status: 'trialing', trialEnd: inDays(0.9) }, null, null],
    [
      'cancelled, two days and a half to go',
      { cancelAtPeriodEnd: true, currentPeriodEnd: inDays(2.5) },
      '3 days',
      null,
    ],
    ['cancelled, hours to go', { status: 'cancelled', currentPeriodEnd: inDays(0.1) }, '1 day', null],
    ['paid and going on', { currentPeriodEnd: inDays(3) }, null, null],
    [
      'a trial that was cancelled',
      { status: 'trialing', trialEnd: inDays(4.5), cancelAtPeriodEnd: true, currentPeriodEnd: inDays(4.5) },
      '5 days',
      '4 days',
    ],
  ] as const;

test('banners count the days to what ends, and the page begins the lower the more there are', async ({
  page,
}) => {
  await signIn(page, 'banners@example.test', 'Banners');
  const top = () =>
    page.getByRole('main').evaluate((main) => Number.parseFloat(getComputedStyle(main).paddingTop));
  for (const [state, fields, cancelled, trial] of banners()) {
    await page.unroute('**/api/subscriptions');
    await answerSubscriptions(page, [subscription({ ...paid, ...fields })]);
    await page.goto('/');
    await expect(page.getByRole('button', { name: /^Account menu of/ })).toBeVisible();
    const red = page.getByRole('region', { name: 'Cancelled subscription' });
    const blue = page.getByRole('region', { name: 'Free trial' });
    if (cancelled) await expect(red, state).toContainText(`${cancelled} left until data deletion`);
    if (trial) await expect(blue, state).toContainText(`Free trial: ${trial} left.`);
    await expect(red, state).toHaveCount(cancelled ? 1 : 0);
    await expect(blue, state).toHaveCount(trial ? 1 : 0);
    expect(await top(), state).toBe(16 * ((cancelled ? 1 : 0) + (trial ? 1 : 0)));
  }
  await examine(page, 'home with banners');
  await page.getByRole('link', { name: 'Download Apps' }).click();
  await expect(page.getByRole('heading', { name: 'My Applications' })).toBeVisible();
  // It is what the banner promised, though there is nothing of theirs yet.
  await expect(page.getByRole('region', { name: 'Your Plan Limits' })).toContainText('Used0');
  await expect(page.getByText('Download your applications before your subscription expires')).toBeVisible();
  const help = page.getByRole('button', { name: 'Download Your Apps' });
  await help.click();
  await expect(page.getByRole('dialog', { name: 'Download Your Apps' })).toContainText('Version History');
  await page.keyboard.press('Escape');
  await expect(help).toBeFocused();
  const bill = { amountDue: 1999, credit: 0, currency: 'usd' };
  const details = { paymentMethod: null, price: null, isDiscounted: false };
  await page.route('**/api/upgradeTrialSubscription', (route) => route.fulfill({ json: bill }));
  await page.route('**/api/payment-details', (route) => route.fulfill({ json: details }));
  await page.getByRole('button', { name: 'Upgrade Now' }).click();
  const upgrade = page.getByRole('dialog', { name: 'Upgrade Now' });
  await expect(upgrade).toContainText('Your cancellation is taken back.');
  await expect(upgrade.getByRole('button', { name: 'Pay $19.99' })).toBeEnabled();
});

/** Lets the countdown of the notice run, in the page's own time. */
async function passSeconds(page: Page, count: number): Promise<void> {
  for (let second = 0; second < count; second++) await page.clock.runFor(1_000);
}

const wayToPlan = (page: Page) =>
  page.getByRole('alert').filter({ hasText: 'You have no active subscription yet' });

test('somebody without a plan is led to the plans after five seconds, and stays there', async ({ page }) => {
  await page.clock.install();
  await signIn(page, 'led@example.test', 'Led', { plan: 'none' });
  await openHome(page);
  const notice = wayToPlan(page);
  const countdown = notice.locator('[aria-hidden=true]');
  // A slow machine would let the seconds pass before they are counted here.
  await notice.hover();
  await expect(countdown).toHaveText('Waiting for you.');
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 500));
  await page.mouse.move(0, 0);
  await expect(countdown).toHaveText(/^The plans open in [1-5] seconds?\.$/);
  const left = Number(/\d/.exec(await countdown.innerText())?.[0]);
  await passSeconds(page, left - 1);
  await expect(countdown).toHaveText('The plans open in 1 second.');
  await expect(page).toHaveURL('/');
  await passSeconds(page, 1);
  await expect(page).toHaveURL('/subscriptions');
  await page.clock.resume();
  await expect(page.getByRole('button', { name: 'Get Started Free' })).toBeVisible();
  await expect(notice).toBeHidden();
  await passSeconds(page, 6);
  await expect(page).toHaveURL('/subscriptions');
});

test('cancelling keeps one where one is, for this visit and this person', async ({ page }) => {
  await page.clock.install();
  await signIn(page, 'stays@example.test', 'Stays', { plan: 'none' });
  await openHome(page);
  const notice = wayToPlan(page);
  await notice.hover();
  await expect(notice).toContainText('Waiting for you.');
  await passSeconds(page, 6);
  await expect(notice, 'it waits while somebody reads it').toBeVisible();
  // Nor is anybody led away whose keyboard is there, whatever the pointer does.
  await notice.getByRole('button', { name: 'Cancel' }).focus();
  await page.mouse.move(0, 0);
  await passSeconds(page, 6);
  await expect(notice).toContainText('Waiting for you.');
  await examine(page, 'the way to a plan');
  await notice.getByRole('button', { name: 'Cancel' }).click();
  await expect(notice).toBeHidden();
  await page.getByRole('banner').getByRole('link', { name: 'Organizations' }).click();
  await passSeconds(page, 6);
  await expect(page).toHaveURL('/organizations');
  await page.reload();
  await expect(notice).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(notice).toBeHidden();
  await passSeconds(page, 6);
  await expect(page).toHaveURL('/organizations');

  // The next person of this tab has refused nothing; a window signs in without loading the page anew.
  await page.getByRole('button', { name: 'Account menu of Stays' }).click();
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await page.getByRole('menuitem', { name: 'Logout' }).click();
  await page.getByRole('banner').getByRole('button', { name: 'Sign In' }).click();
  expect(asked, 'nobody asks for the plan of who left').not.toContain('/api/subscriptions');
  const popup = page.waitForEvent('popup');
  await page.getByRole('button', { name: 'Continue with GitHub' }).click();
  await continueAs(await popup, 'next@example.test', 'Next');
  await expect(page.getByRole('button', { name: 'Account menu of Next' })).toBeVisible();
  await expect(notice).toBeVisible();
});

test('nobody is led away from under a dialog, which keeps them from the notice, and after it they are', async ({
  page,
}) => {
  await page.clock.install();
  await signIn(page, 'reads@example.test', 'Reads', { plan: 'none' });
  await openHome(page);
  const notice = page.locator('#plan-notice');
  // It waits until the dialog is there, however long that takes.
  await notice.hover();
  await page.keyboard.press('?');
  const dialog = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await expect(dialog).toBeVisible();
  await page.mouse.move(0, 0);
  await passSeconds(page, 6);
  await expect(notice).toContainText('Waiting for you.');
  await expect(dialog).toBeVisible();
  await expect(page).toHaveURL('/');
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  // That was no answer to the notice.
  await passSeconds(page, 6);
  await expect(page).toHaveURL('/subscriptions');
});

test('nobody is led away from their work', async ({ page }) => {
  await page.clock.install();
  await signIn(page, 'works@example.test', 'Works', { plan: 'none' });
  const notice = wayToPlan(page);
  await page.goto('/faq');
  // It waits while the page is slow.
  await notice.hover();
  const search = page.getByRole('main').getByRole('textbox');
  await search.fill('what I look for');
  await expect(notice).toBeHidden();
  await passSeconds(page, 6);
  await expect(page).not.toHaveURL('/subscriptions');
  await expect(search).toHaveValue('what I look for');
  await page.getByRole('banner').getByRole('link', { name: 'Organizations' }).click();
  await expect(notice).toBeVisible();
});

test('administrators are led nowhere', async ({ page }) => {
  await page.clock.install();
  await signIn(page, 'admin@flux.localhost', 'Root');
  await openHome(page);
  await passSeconds(page, 6);
  await expect(page).toHaveURL('/');
  await page.goto('/subscriptions');
  await expect(page.getByText('Your plan: Elevated')).toBeVisible();
});
