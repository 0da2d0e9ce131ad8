import { page, userEvent } from 'vitest/browser';
import { getApplication } from '#shared/apps/apps.ts';
import { getPaymentSettings, listProducts } from '#shared/billing/payments.ts';
import type { Answers } from '../testing/answers.ts';
import { checkAccessibility } from '../testing/examine.ts';
import { press } from '../testing/keys.ts';
import { openPage } from '../testing/open-page.tsx';
import { appOf, ownCard } from '../testing/samples/apps.ts';
import { somePaymentSettings } from '../testing/samples/billing.ts';
import { blockScripts } from '../testing/scripts.ts';
import { expect, test } from '../testing/test.ts';

const account = page.getByRole('button', { name: 'Account menu of Mara' });

async function openFaq(answers: Answers): Promise<void> {
  answers.answer(getPaymentSettings, somePaymentSettings());
  answers.answer(listProducts, []);
  await openPage('/faq', { answers });
  await expect.element(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible();
}

test('an account menu whose script fails to load shows an error in its place, and appears after a retry', async ({
  answers,
}) => {
  const allow = await blockScripts('shell/user-menu.', 'ui/menu-list.');
  await openFaq(answers);
  const again = page
    .getByRole('banner')
    .getByRole('button', { name: 'The account menu could not be loaded. Try Again' });
  await expect.element(again).toBeVisible();
  await checkAccessibility('a bar without its menu');
  await page.viewport(320, 800);
  await expect.poll(() => document.documentElement.scrollWidth - window.innerWidth).toBeLessThanOrEqual(0);
  await press(again, '{Enter}');
  await expect.element(again).toHaveFocus();
  await allow();
  await blockScripts('ui/menu-list.');
  await press(again, '{Enter}');
  await expect.element(account).toHaveFocus();
});

test('a dialog whose script fails to load shows an error over the page, whose game keeps running', async ({
  answers,
}) => {
  const allow = await blockScripts('share/share-dialog.');
  const card = ownCard({ name: 'Unshared' });
  answers.answer(getApplication, appOf(card));
  await openPage(`/play/${card.id}`, { answers });
  await expect.element(page.getByRole('heading', { level: 1, name: 'Unshared' })).toBeVisible();
  const gameFrame = () => document.querySelector<HTMLIFrameElement>('iframe[data-game]');
  const frame = gameFrame();
  const address = frame?.src;
  expect(address).toContain(card.id);
  await page.getByRole('button', { name: 'QR and embed' }).click();
  const dialog = page.getByRole('dialog', { name: 'Share Unshared' });
  await expect
    .element(dialog.getByRole('alert'))
    .toMatchTextContent('This part of the page could not be loaded.');
  await allow();
  await dialog.getByRole('button', { name: 'Try Again' }).click();
  await expect.element(dialog.getByLabelText('Share link', { exact: true })).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(dialog).not.toBeInTheDocument();
  // Moving the frame or changing its address would restart the game.
  expect(gameFrame() === frame && frame?.src === address).toBe(true);
});
