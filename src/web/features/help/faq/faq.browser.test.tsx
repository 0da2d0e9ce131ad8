import { vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { getPaymentSettings } from '#shared/billing/payments.ts';
import type { Answers } from '#web/testing/answers.ts';
import { checkAccessibility } from '#web/testing/examine.ts';
import { openPage } from '#web/testing/open-page.tsx';
import { emulatePrint } from '#web/testing/print.ts';
import { expect, test } from '#web/testing/test.ts';

const categories = [
  'Getting Started',
  'Account & Subscriptions',
  'Applications & Sharing',
  'Technical Support',
  'Billing & Payments',
  'Themes & Customization',
];

/** As a visitor of a Flux with test payments. */
async function openFaq(answers: Answers, hash = ''): Promise<void> {
  const settings = {
    service: 'sandbox',
    publishableKey: null,
    trialDays: 14,
    discordInviteUrl: null,
  } as const;
  answers.answer(getPaymentSettings, settings);
  await openPage(`/faq${hash}`, { answers, user: null });
  await expect.element(page.getByRole('heading', { level: 2, name: 'Getting Started' })).toBeVisible();
}

function question(slug: string): HTMLElement {
  const element = document.getElementById(slug);
  if (!element) throw new Error(`There is no question ${slug}.`);
  return element;
}

async function press(slug: string, key: string): Promise<void> {
  question(slug).querySelector('summary')?.focus();
  await userEvent.keyboard(key);
}

test('the questions are in six categories and open independently', async ({ answers }) => {
  await openFaq(answers);
  expect(document.title).toBe('FAQ · Flux');
  for (const name of categories)
    await expect.element(page.getByRole('heading', { level: 2, name, exact: true })).toBeVisible();
  await press('what-is-flux', '{Enter}');
  await press('themes', ' ');
  await expect.element(question('what-is-flux')).toHaveAttribute('open');
  await expect.element(question('themes')).toHaveAttribute('open');
  const contents = page.getByRole('navigation', { name: 'On this page' });
  contents.getByRole('link', { name: 'Billing & Payments' }).element().focus();
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => location.hash).toBe('#billing-payments');
  await expect.element(page.getByRole('heading', { name: 'Billing & Payments' })).toBeInViewport();
  await press('payment', '{Enter}');
  await expect.element(question('payment')).toMatchTextContent('test mode');
  const help = page.getByRole('region', { name: 'Still Need Help?' });
  await expect
    .element(help.getByRole('link', { name: 'support@flux.localhost' }))
    .toHaveAttribute('href', expect.stringMatching(/^mailto:support@flux\.localhost\?/));
  await expect.element(help.getByRole('button', { name: 'Contact Us' })).toBeVisible();
  await checkAccessibility('the questions, some open');
});

test('in print every answer is open, and controls are hidden', async ({ answers }) => {
  await openFaq(answers);
  const answer = page.getByText(/Renew link replaces it/);
  const help = page.getByRole('region', { name: 'Still Need Help?' });
  expect(question('share-link')).not.toHaveAttribute('open');
  await expect.element(answer).not.toBeVisible();
  await expect.element(help.getByRole('button').first()).toBeVisible();
  await emulatePrint();
  await expect.element(answer).toBeVisible();
  await expect.element(help.getByRole('button')).not.toBeInTheDocument();
});

test('an address opens its question, and the link of a question can be copied', async ({ answers }) => {
  const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  await openFaq(answers, '#refunds');
  await expect.element(question('refunds')).toHaveAttribute('open');
  await expect.poll(() => document.activeElement).toBe(question('refunds').querySelector('summary'));
  await expect.element(page.getByText(/5–7 business days/).first()).toBeInViewport();
  const copy = page.getByRole('button', { name: /^Copy link to .*refunds/ });
  copy.element().focus();
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => question('refunds').textContent).toContain('Copied!');
  expect(write.mock.calls).toEqual([[location.href]]);
});

test('a search keeps the matching questions, and marks the terms', async ({ answers }) => {
  await openFaq(answers);
  const field = page.getByRole('textbox', { name: 'Search the questions' });
  await field.fill('indie revisions');
  await expect.poll(() => question('plans').hasAttribute('open')).toBe(true);
  await expect.poll(() => question('plans').querySelector('mark')?.textContent).toBe('Indie');
  expect(document.getElementById('themes')?.checkVisibility() ?? false).toBe(false);
  const status = page.getByRole('status').filter({ hasText: /^\d+ questions?$/ });
  await expect.element(status).toBeVisible();
  await checkAccessibility('a search of the questions');
  await field.fill('nothing like this');
  await expect.element(page.getByText('No question has all of these words.')).toBeVisible();
  await checkAccessibility('a search without a result');
  await page.getByRole('button', { name: 'Show all questions' }).click();
  await expect.poll(() => question('themes').checkVisibility()).toBe(true);
});

test('a link to a section ends the search', async ({ answers }) => {
  await openFaq(answers);
  await page.getByRole('textbox', { name: 'Search the questions' }).fill('copyright');
  await expect.poll(() => question('report').hasAttribute('open')).toBe(true);
  await page.elementLocator(question('report')).getByRole('link', { name: 'Terms' }).click();
  await expect.poll(() => location.pathname + location.hash).toBe('/terms#copyright');
  await expect.element(page.getByRole('heading', { name: /Copyright/ })).toBeInViewport();
});
