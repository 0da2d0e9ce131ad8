import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { StepName } from '../life/told.ts';
import { letters } from './letters.ts';
import type { Facts } from './words.ts';

const on = (day: number, month = 1) => new Date(Date.UTC(2027, month, day));
const facts: Facts = {
  publicUrl: 'https://flux.example',
  tier: 'pro',
  stage: 'running',
  trialEndsAt: on(31, 0),
  periodEndsAt: on(7),
  bill: {
    id: 'in_1',
    isPaid: true,
    paid: 1499,
    due: 1499,
    currency: 'usd',
    attempts: 1,
    nextAttemptAt: null,
  },
  wasUnpaid: false,
  deletesAt: on(20),
  owned: { applications: 2, organizations: 1 },
  wasWarned: true,
};
const unpaid = { ...facts, bill: facts.bill && { ...facts.bill, isPaid: false, paid: 0 } };
const text = (step: StepName, given: Partial<Facts> = {}) => letters[step]({ ...facts, ...given })?.text;

/** docs/billing.md says which steps there are, and what they are called in the mail. */
function documented(): Map<string, string> {
  const page = readFileSync(new URL('../../../../../docs/billing.md', import.meta.url), 'utf8');
  return new Map(
    [...page.matchAll(/^\| `([a-z-]+)` \| .* \| (.*) \|$/gm)].map(([, step = '', mail = '']) => [step, mail]),
  );
}

test('the document has every step, with the subject of its mail', () => {
  const subjects = Object.entries(letters).map(([step, letter]) => [step, letter(facts)?.subject]);
  expect(Object.fromEntries(documented())).toEqual(Object.fromEntries(subjects));
});

test('every link leads to a page of this Flux', () => {
  for (const letter of Object.values(letters)) {
    const { html = '' } = letter(facts) ?? {};
    const links = [...html.matchAll(/href="([^"]*)"/g)].map(([, link]) => link);
    expect(links.length).toBeGreaterThan(0);
    for (const link of links)
      expect(link).toMatch(
        /^https:\/\/flux\.example\/(profile|upload|subscriptions#pricing|\?filter=my-apps)$/,
      );
  }
});

describe('what they say', () => {
  test.each<[StepName, Partial<Facts>, string]>([
    [
      'trial-began',
      {},
      'Your trial is free until January 31, 2027. Then the plan begins by itself, and your card is charged for the first month.',
    ],
    ['trial-began', {}, 'You can publish 3 applications with 3 revisions each.'],
    ['trial-ends-soon', {}, 'Your trial of Pro ends on January 31, 2027.'],
    ['trial-charged', {}, 'Pro is yours. You paid $14.99. It renews on February 7, 2027.'],
    ['plan-began', { tier: 'pro-plus' }, 'Welcome to Pro+. You paid $14.99. It renews on February 7, 2027.'],
    ['plan-began', { bill: null }, 'Welcome to Pro. It renews on February 7, 2027.'],
    ['renewed', {}, 'Your Pro plan was renewed. You paid $14.99. The next renewal is on February 7, 2027.'],
    [
      'plan-changed',
      { owned: { applications: 5, organizations: 1 } },
      'You have 5 applications, which is 2 more. All of them stay online and can be played. Nothing can be added until you have deleted 3 applications, or taken a larger plan.',
    ],
    [
      'plan-changed',
      { owned: { applications: 3, organizations: 1 } },
      'You can publish 3 applications with 3 revisions each.\n',
    ],
    ['cancelled', {}, 'It goes on until February 7, 2027. Nothing more is charged.'],
    ['cancelled', { ...unpaid, wasUnpaid: true }, 'Its last payment failed: nothing can be added,'],
    ['cancelled', {}, 'keep it before that day, or subscribe again after it:'],
    ['resumed', {}, 'It renews on February 7, 2027.'],
    ['resumed', { stage: 'trial' }, 'Your card is charged on January 31, 2027.'],
    ['plan-changed', {}, 'Your plan is Pro from now on. You paid $14.99. It renews on February 7, 2027.'],
    [
      'plan-changed',
      { bill: null, stage: 'ending' },
      'Your plan is Pro from now on. It goes on until February 7, 2027.',
    ],
    [
      'ended',
      {},
      'Your 2 applications and 1 organization are offline now: nobody can open them. You can download your applications until February 20, 2027; then everything is deleted for good.',
    ],
    [
      'ended',
      { owned: { applications: 1, organizations: 0 } },
      'Your 1 application is offline now: nobody can open it.',
    ],
    ['ended', { wasUnpaid: true }, 'Your card could not be charged, and Pro has ended.'],
    [
      'deletion-in-a-week',
      {},
      'On February 20, 2027 your 2 applications and 1 organization are deleted for good',
    ],
    [
      'deletion-tomorrow',
      {},
      'On February 20, 2027 your 2 applications and 1 organization are deleted for good',
    ],
    ['deleted', {}, 'It cannot be brought back.'],
    [
      'returned',
      { tier: 'indie', bill: null },
      'You have Indie now, and your 2 applications and 1 organization are back as before',
    ],
    ['returned', { tier: 'elevated', bill: null }, 'You can publish as many applications as you like.'],
  ])('%s, with %j', (step, given, expected) => {
    expect(text(step, given)).toContain(expected);
  });

  test('of a payment that failed: how often it was tried, and when it is again', () => {
    const { bill } = unpaid;
    if (!bill) throw new Error('There is a bill.');
    const first = text('payment-failed', { bill: { ...bill, nextAttemptAt: on(10).toISOString() } });
    expect(first).toContain(
      'We could not charge your card $14.99 for Pro. This was the first attempt. It is tried again on February 10, 2027.',
    );
    const last = text('payment-failed', { bill: { ...bill, attempts: 4 } });
    expect(last).toContain('This was attempt 4. It is not tried again by itself.');
  });

  test.each<[string, string]>([
    ['jpy', '¥1,499'],
    ['eur', '€14.99'],
    ['kwd', 'KWD'],
  ])('amounts are in the currency of the bill: %s', (currency, expected) => {
    const { bill } = facts;
    expect(text('renewed', { bill: bill && { ...bill, currency } })).toContain(expected);
  });
});

test('who has nothing is not told that nothing is deleted, and hears of the end all the same', () => {
  const owned = { applications: 0, organizations: 0 };
  expect(text('deletion-in-a-week', { owned })).toBeUndefined();
  expect(text('deletion-tomorrow', { owned })).toBeUndefined();
  expect(text('deleted', { owned, wasWarned: false })).toBeUndefined();
  expect(text('ended', { owned })).not.toContain('offline');
});
