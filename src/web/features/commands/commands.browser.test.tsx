import { page, userEvent } from 'vitest/browser';
import { getSession, signOut } from '#shared/accounts/accounts.ts';
import { listListedOrganizations } from '#shared/apps/app-list.ts';
import { listApplications } from '#shared/apps/apps.ts';
import { getPaymentSettings, listProducts } from '#shared/billing/payments.ts';
import { listUploads } from '#shared/versions/uploads.ts';
import type { Answers } from '../../testing/answers.ts';
import { checkAccessibility } from '../../testing/examine.ts';
import { openPage } from '../../testing/open-page.tsx';
import { sessionOf } from '../../testing/samples/accounts.ts';
import { someCard } from '../../testing/samples/apps.ts';
import { somePaymentSettings } from '../../testing/samples/billing.ts';
import { expect, test } from '../../testing/test.ts';

const palette = page.getByRole('dialog', { name: 'Search and commands' });
const field = palette.getByRole('combobox');
const inPage = page.getByRole('main').getByRole('textbox');
const openByKeys = '{Control>}k{/Control}';
const faq = page.getByRole('heading', { level: 1, name: 'Frequently asked questions' });
const address = () => location.pathname + location.search;
const theme = () => document.documentElement.dataset.theme;

/** The page of questions, and a single application with this name. */
async function openFaq(answers: Answers, name: string): Promise<void> {
  answers.answer(getPaymentSettings, somePaymentSettings());
  answers.answer(listProducts, []);
  answers.answer(listUploads, []);
  answers.answer(listListedOrganizations, { items: [], nextCursor: null });
  answers.answer(listApplications, ({ query }) => ({
    items: name.toLowerCase().startsWith(query.q ?? '') ? [someCard({ name })] : [],
    nextCursor: null,
  }));
  await openPage('/faq', { answers });
  await expect.element(faq).toBeVisible();
}

test('every action and destination is found by name, by keyboard alone', async ({ answers }) => {
  await openFaq(answers, 'Quiet Harbour');
  // Also from within a field, whose text stays.
  await inPage.fill('refund');
  await userEvent.keyboard(openByKeys);
  await expect.element(field).toHaveFocus();
  await expect.element(palette.getByRole('option', { name: /^Home/ })).toBeVisible();
  expect(palette.getByRole('option', { name: /^Admin Dashboard/ }).elements()).toEqual([]);
  await checkAccessibility('palette');
  await userEvent.keyboard('{Escape}');
  await expect.element(palette).not.toBeInTheDocument();
  await expect.element(inPage).toHaveFocus();
  await expect.element(inPage).toHaveValue('refund');

  await userEvent.keyboard(openByKeys);
  await expect.element(field).toHaveFocus();
  await userEvent.keyboard('quiet har');
  const found = palette.getByRole('option', { name: /^Quiet Harbour/ });
  await expect.element(found).toHaveAttribute('aria-selected', 'true');
  expect(palette.getByRole('group', { name: 'Organizations' }).elements()).toEqual([]);
  await userEvent.keyboard('{ArrowDown}');
  await expect.element(found).toHaveAttribute('aria-selected', 'false');
  await userEvent.keyboard('{ArrowUp}');
  await expect.element(found).toHaveAttribute('aria-selected', 'true');
  await userEvent.keyboard('{Escape}');

  await page.getByRole('button', { name: 'Search and commands' }).click();
  await field.fill('organizations');
  await expect
    .element(palette.getByRole('option', { name: /^Organizations/ }))
    .toHaveAttribute('aria-selected', 'true');
  await userEvent.keyboard('{Enter}');
  await expect.poll(address).toBe('/organizations');
  await expect.element(page.getByRole('main')).toHaveFocus();

  answers.answer(signOut, () => {
    answers.answer(getSession, sessionOf(null));
    return { success: true as const };
  });
  await userEvent.keyboard(openByKeys);
  await expect.element(field).toHaveFocus();
  await userEvent.keyboard('logout');
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByRole('banner').getByRole('button', { name: 'Sign In' })).toBeVisible();
  await expect.poll(address).toBe('/');
});

test('Enter selects nothing that was found for an earlier text', async ({ answers }) => {
  await openFaq(answers, 'Hasty Heron');
  await page.getByRole('banner').getByRole('button', { name: 'Search and commands' }).click();
  await expect.element(field).toHaveFocus();
  await userEvent.keyboard('hasty her');
  const heron = palette.getByRole('option', { name: /^Hasty Heron/ });
  await expect.element(heron).toHaveAttribute('aria-selected', 'true');
  answers.hold(listApplications, { items: [], nextCursor: null });
  await userEvent.keyboard('balist');
  const everything = palette.getByRole('option', { name: /^Search the gallery for “hasty herbalist”/ });
  await expect.element(everything).toHaveAttribute('aria-selected', 'true');
  await expect.element(heron).toBeVisible();
  await userEvent.keyboard('{Enter}');
  await expect.poll(address).toMatch(/\?q=hasty(\+|%20)herbalist$/);
});

test('single keys navigate the site, but not while typing, and can be disabled permanently', async ({
  answers,
}) => {
  await openFaq(answers, 'Harbour');
  await userEvent.keyboard('gh');
  await expect.poll(address).toBe('/');
  // The address changes before the page does.
  await expect.element(faq).not.toBeInTheDocument();
  await userEvent.keyboard('gf');
  await expect.element(faq).toBeVisible();
  await userEvent.keyboard('t');
  await expect.poll(theme).toBe('light');
  await userEvent.keyboard('/');
  await expect.element(inPage).toHaveFocus();
  await userEvent.keyboard('/tnz?');
  await expect.element(inPage).toHaveValue('/tnz?');
  expect(theme()).toBe('light');
  await inPage.fill('');
  await userEvent.keyboard('{Tab}');
  await userEvent.keyboard('n');
  await expect.poll(address).toBe('/upload');

  await userEvent.keyboard('?');
  const panel = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await expect.element(panel.getByText(/Switch to dark theme/)).toBeVisible();
  await checkAccessibility('keyboard shortcuts');
  // It covers the page, whose keys are inactive.
  await userEvent.keyboard('tgh');
  await panel.getByRole('checkbox', { name: /^Use single keys/ }).click();
  await userEvent.keyboard('{Escape}');
  await expect.element(panel).not.toBeInTheDocument();
  expect(address()).toBe('/upload');

  await openPage('/faq', { answers });
  await expect.element(faq).toBeVisible();
  await userEvent.keyboard('?n');
  await userEvent.keyboard(openByKeys);
  await expect.element(palette).toBeVisible();
  expect(address()).toBe('/faq');
  expect(panel.elements()).toEqual([]);
  await userEvent.keyboard('{Escape}');
  const account = page.getByRole('button', { name: /^Account menu of/ });
  await account.click();
  await page.getByRole('menuitem', { name: 'Keyboard Shortcuts' }).click();
  await panel.getByRole('checkbox', { name: /^Use single keys/ }).click();
  await userEvent.keyboard('{Escape}');
  await expect.element(account).toHaveFocus();
  const first = () => document.querySelector('summary') === document.activeElement;
  await userEvent.keyboard('j');
  await expect.poll(first).toBe(true);
  await userEvent.keyboard('j');
  await expect.poll(first).toBe(false);
  await userEvent.keyboard('k');
  await expect.poll(first).toBe(true);
});
