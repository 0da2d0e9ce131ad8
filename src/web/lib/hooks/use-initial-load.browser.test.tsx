import { page } from 'vitest/browser';
import { getSession, listIdentities, listOwnSessions } from '#shared/accounts/accounts.ts';
import { getOwnedContent } from '#shared/accounts/personal-data.ts';
import { getPaymentSettings, listProducts } from '#shared/billing/payments.ts';
import type { Answers } from '../../testing/answers.ts';
import { openPage } from '../../testing/open-page.tsx';
import { sessionOf, someOwnedContent, someone } from '../../testing/samples/accounts.ts';
import { somePaymentSettings } from '../../testing/samples/billing.ts';
import { expect, test } from '../../testing/test.ts';

/** Pages that wait for the payment settings, and a locator that shows when each is rendered. */
const pages = [
  { path: '/subscriptions', heading: 'Plans' },
  { path: '/profile', heading: 'Profile' },
  { path: '/faq', heading: 'Frequently asked questions' },
];

function answerRest(answers: Answers): void {
  answers.answer(listProducts, []);
  answers.answer(listOwnSessions, []);
  answers.answer(listIdentities, []);
  answers.answer(getOwnedContent, someOwnedContent());
}

for (const { path, heading } of pages) {
  const title = page.getByRole('heading', { name: heading, exact: true });

  test(`${path} is rendered once if its requests fail, without endless retries`, async ({ answers }) => {
    answerRest(answers);
    answers.refuse(getPaymentSettings, 'internal');
    await openPage(path, { answers });
    await expect.element(title).toBeVisible();
    const kept = title.element();
    // A loop would fetch and render again between any two frames.
    for (let frame = 0; frame < 30; frame++) await new Promise(requestAnimationFrame);
    expect(answers.calls(getPaymentSettings).length).toBeLessThanOrEqual(4);
    expect(kept.isConnected).toBe(true);
  });

  test(`${path} is rendered even if its requests do not finish`, async ({ answers }) => {
    answerRest(answers);
    answers.hold(getPaymentSettings, somePaymentSettings());
    await openPage(path, { answers });
    await expect.element(title).toBeVisible();
  });
}

test('a question that appears late is still opened by its address', async ({ answers }) => {
  const tell = answers.hold(getPaymentSettings, somePaymentSettings());
  await openPage('/faq#trial', { answers });
  await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible();
  const question = () => document.querySelector('#trial');
  expect(question()).toBeNull();
  tell();
  await expect.poll(() => question()?.hasAttribute('open')).toBe(true);
});

test('a page and its navigation are rendered while the session is pending', async ({ answers }) => {
  answers.hold(getSession, sessionOf(someone()));
  await openPage('/terms?asked', { answers });
  await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Support' }).first()).toBeVisible();
});
