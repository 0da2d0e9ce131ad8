import type { Page } from '@playwright/test';
import { examine } from './examine.ts';
import { expect, test } from './server.ts';
import { answerSubscriptions, continueAs, signIn, subscription } from './steps.ts';

/** Answers to these addresses are on their way until `release`. */
async function holdAnswers(page: Page, address: string) {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const { promise: asked, resolve: ask } = Promise.withResolvers<void>();
  await page.route(address, async (route) => {
    ask();
    await released;
    // Who asked may have given it up meanwhile.
    await route.continue().catch(() => {});
  });
  return { asked, release };
}

async function openModal(page: Page) {
  await page.getByRole('banner').getByRole('button', { name: 'Sign In' }).click();
  const modal = page.getByRole('dialog', { name: 'Welcome to Flux' });
  await expect(modal.getByRole('button', { name: 'Continue with GitHub' })).toBeEnabled();
  return modal;
}

async function signInByWindow(page: Page, email: string, name: string): Promise<void> {
  const opening = page.waitForEvent('popup');
  await page.getByRole('button', { name: 'Continue with GitHub' }).click();
  const popup = await opening;
  const closed = popup.waitForEvent('close');
  await continueAs(popup, email, name);
  await closed;
}

test('a window that is open is not taken for a closed one, however long somebody takes in it', async ({
  page,
  flux,
}) => {
  await page.goto(flux.url);
  await page.getByRole('banner').getByRole('button', { name: 'Sign In' }).click();
  const opening = page.waitForEvent('popup');
  await page.getByRole('button', { name: 'Continue with Microsoft' }).click();
  const popup = await opening;
  await expect(popup.getByRole('heading', { name: 'Local sign-in' })).toBeVisible();
  // Longer than the page behind takes to notice that a window was closed.
  await page.waitForTimeout(2_000);
  const dialog = page.getByRole('dialog', { name: 'Welcome to Flux' });
  await expect(dialog.getByText('Sign-in was cancelled')).toBeHidden();
  await expect(dialog.getByRole('button', { name: 'Continue with Microsoft' })).toBeDisabled();
  await popup.getByLabel('Email').fill('patient@example.test');
  await popup.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByRole('button', { name: 'Account menu of patient' })).toBeVisible();
});

test('the modal closes once it is known who signed in, however long the rest of the page takes', async ({
  page,
}) => {
  // Who has no plan would be led away from what is still on its way.
  await answerSubscriptions(page, [subscription()]);
  await page.goto('/faq');
  const modal = await openModal(page);
  const settings = await holdAnswers(page, '**/api/payment-settings');
  await signInByWindow(page, 'prompt@example.test', 'Prompt');
  await settings.asked;
  await expect(modal).toBeHidden();
  await expect(page.getByRole('button', { name: 'Account menu of Prompt' })).toBeVisible();
  settings.release();
  await page.unrouteAll({ behavior: 'wait' });
});

test('no provider can be chosen again between the end of a sign-in and that of the modal', async ({
  page,
}) => {
  await page.goto('/');
  const modal = await openModal(page);
  const session = await holdAnswers(page, '**/api/session');
  await signInByWindow(page, 'once@example.test', 'Once');
  await session.asked;
  for (const label of ['Google', 'GitHub', 'Microsoft'])
    await expect(modal.getByRole('button', { name: `Continue with ${label}` })).toBeDisabled();
  await expect(modal.getByRole('alert')).toHaveCount(0);
  session.release();
  await expect(modal).toBeHidden();
  await expect(page.getByRole('button', { name: 'Account menu of Once' })).toBeVisible();
  await page.unrouteAll({ behavior: 'wait' });
});

test('a modal that cannot know the providers says so, asks again, and closes for whoever was signed in', async ({
  page,
  allowError,
}) => {
  allowError(/500/);
  const modal = page.getByRole('dialog', { name: 'Welcome to Flux' });
  const again = modal.getByRole('button', { name: 'Try Again' });
  const openWithoutSession = async () => {
    await page.route('**/api/session', (route) => route.fulfill({ status: 500, body: '{}' }));
    await page.goto('/?filter=my-apps');
    await page.getByRole('main').getByRole('button', { name: 'Sign In' }).click();
    await expect(modal.getByRole('alert')).toContainText('Failed to load user data');
  };
  await openWithoutSession();
  await expect(modal.getByRole('button', { name: 'Continue with Google' })).toBeDisabled();
  await examine(page, 'sign-in without the providers');
  await page.unroute('**/api/session');
  await again.click();
  await expect(modal.getByRole('button', { name: 'Continue with Google' })).toBeEnabled();
  await expect(modal.getByRole('alert')).toHaveCount(0);

  await page.goto('about:blank');
  await signIn(page, 'unknown@example.test', 'Unknown', { plan: 'indie' });
  await openWithoutSession();
  await page.unroute('**/api/session');
  await again.click();
  await expect(modal).toBeHidden();
  await expect(page.getByRole('button', { name: 'Account menu of Unknown' })).toBeVisible();
  await expect(page.getByRole('heading', { level: 1, name: 'My Applications' })).toBeVisible();
});
