import { onTestFinished, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { getSession, type Session } from '#shared/accounts/accounts.ts';
import { type SignInResult, signInChannel } from '#shared/accounts/sign-in.ts';
import { adminSubscription, chooseFreePlan, listSubscriptions } from '#shared/billing/billing.ts';
import { paths } from '#web/paths.ts';
import { root } from '#web/testing/answer-admin.ts';
import { openBilling, planCard } from '#web/testing/answer-billing.ts';
import type { Answers } from '#web/testing/answers.ts';
import type { Visit } from '#web/testing/open-page.tsx';
import { sessionOf, someone } from '#web/testing/samples/accounts.ts';
import { someSubscription } from '#web/testing/samples/billing.ts';
import { expect, test } from '#web/testing/test.ts';
import { type ChosenTier, storeSelectedPlan } from './selected-plan.ts';

const providers: Session['providers'] = [{ name: 'github', label: 'GitHub' }];
const choose = planCard('Pro+').getByRole('button', { name: 'Choose Pro+' });
const signIn = page.getByRole('dialog', { name: 'Welcome to Flux' });
const checkout = page.getByRole('dialog', { name: 'Subscribe to Pro+' });

async function chooseSignedOut(answers: Answers): Promise<void> {
  const open = vi.spyOn(window, 'open').mockReturnValue({ closed: false } as Window);
  onTestFinished(() => open.mockRestore());
  await openBilling('/subscriptions', { answers, user: null, session: { providers }, subscriptions: [] });
  await choose.click();
  await expect.element(signIn).toBeVisible();
}

/** The message of the last page of a sign-in window. */
function report(): void {
  const channel = new BroadcastChannel(signInChannel);
  const result: SignInResult = { provider: 'github', purpose: 'sign-in', ok: true };
  channel.postMessage(result);
  channel.close();
}

test('a purchase continues after a sign-in by window', async ({ answers }) => {
  await chooseSignedOut(answers);
  await signIn.getByRole('button', { name: 'Continue with GitHub' }).click();
  answers.answer(getSession, sessionOf(someone(), { providers }));
  report();
  await expect.element(checkout).toMatchTextContent('$99.99/month');
});

test('a purchase that was cancelled with the sign-in does not continue with the next one', async ({
  answers,
}) => {
  await chooseSignedOut(answers);
  await userEvent.keyboard('{Escape}');
  await expect.element(signIn).not.toBeInTheDocument();
  await page.getByRole('banner').getByRole('button', { name: 'Sign In' }).click();
  await signIn.getByRole('button', { name: 'Continue with GitHub' }).click();
  answers.answer(getSession, sessionOf(someone(), { providers }));
  report();
  await expect.element(page.getByRole('button', { name: 'Account menu of Mara' })).toBeVisible();
  await expect.element(choose).toBeEnabled();
  expect(checkout.elements()).toEqual([]);
});

test('an administrator who chose a plan signed out is told that none is needed', async ({ answers }) => {
  await chooseSignedOut(answers);
  await signIn.getByRole('button', { name: 'Continue with GitHub' }).click();
  answers.answer(getSession, sessionOf(someone(root), { providers }));
  answers.answer(listSubscriptions, [adminSubscription]);
  report();
  const words = 'Administrators have all permissions and need no plan.';
  await expect.element(page.getByRole('status').getByText(words)).toBeVisible();
  await expect.element(choose).toBeDisabled();
  await expect.element(planCard('Pro+')).toMatchTextContent(words);
  expect(checkout.elements()).toEqual([]);
});

/** The page that a sign-in by redirect returns to, after a plan was chosen in this tab. */
function comeBack(answers: Answers, tier: ChosenTier, visit: Omit<Visit, 'answers'> = {}) {
  return openBilling(paths.chosenPlan(storeSelectedPlan(tier)), { answers, subscriptions: [], ...visit });
}

test('a purchase continues once after a sign-in by redirect', async ({ answers }) => {
  const address = paths.chosenPlan(storeSelectedPlan('pro-plus'));
  await openBilling(address, { answers, subscriptions: [] });
  await expect.element(checkout).toMatchTextContent('$99.99/month');
  expect(location.pathname + location.search + location.hash).toBe('/subscriptions#pricing');
  await openBilling(address, { answers, subscriptions: [] });
  await expect.poll(() => location.search).toBe('');
  await expect.element(choose).toBeEnabled();
  expect(checkout.elements()).toEqual([]);
});

for (const [name, priceId] of [
  ['free', null],
  ['paid', 'price_indie'],
] as const)
  test(`an account that has Indie (${name}) and chose it before the sign-in gets to the home page`, async ({
    answers,
  }) => {
    const indie = someSubscription({ tier: 'indie', priceId });
    answers.answer(chooseFreePlan, indie);
    await comeBack(answers, 'indie', { subscriptions: [indie] });
    await expect.element(page.getByText('You are on the Indie plan.')).toBeVisible();
    await expect.poll(() => location.pathname).toBe('/');
    expect(answers.calls(chooseFreePlan)).toEqual([]);
  });

const unchosen: [name: string, begin: (answers: Answers) => Promise<unknown>][] = [
  [
    'that was begun elsewhere',
    (answers) => {
      storeSelectedPlan('indie');
      return openBilling('/subscriptions', { answers, subscriptions: [] });
    },
  ],
  [
    'after a return without one',
    async (answers) => {
      await comeBack(answers, 'indie', { user: null });
      await expect.poll(() => location.search).toBe('');
      answers.answer(getSession, sessionOf(someone()));
      return openBilling('/subscriptions', { answers, subscriptions: [] });
    },
  ],
  [
    'that leads to a made-up address',
    (answers) => {
      storeSelectedPlan('indie');
      return openBilling(paths.chosenPlan('1'), { answers, subscriptions: [] });
    },
  ],
];
for (const [name, begin] of unchosen)
  test(`a sign-in ${name} chooses no plan`, async ({ answers }) => {
    answers.answer(chooseFreePlan, someSubscription({ tier: 'indie', priceId: null }));
    await begin(answers);
    await expect.element(page.getByRole('button', { name: 'Get Started Free' })).toBeEnabled();
    await expect.poll(() => location.pathname + location.search).toBe('/subscriptions');
    expect(answers.calls(chooseFreePlan)).toEqual([]);
  });
