import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { NextBill } from '#shared/billing/payments.ts';
import type { StepName } from '../lifecycle/notified-state.ts';
import type { Outlook } from '../stripe/port.ts';
import { emailTemplates } from './templates.ts';
import type { TemplateData } from './words.ts';

const on = (day: number, month = 1) => new Date(Date.UTC(2027, month, day));
const bill = {
  id: 'in_1',
  isPaid: true,
  paid: 1499,
  due: 1499,
  currency: 'usd',
  attempts: 1,
  nextAttemptAt: null,
};
const facts: TemplateData = {
  publicUrl: 'https://flux.example',
  tier: 'pro',
  stage: 'running',
  trialEndsAt: on(31, 0),
  periodEndsAt: on(7),
  bill,
  forecast: null,
  wasUnpaid: false,
  deletesAt: on(20),
  owned: { applications: 2, organizations: 1 },
  wasWarned: true,
};
const unpaid = { ...facts, bill: { ...bill, isPaid: false, paid: 0 } };
/** What the payment service says of the next charge. */
const forecast = (upcoming: Partial<NextBill> = {}, terms: Partial<Outlook> = {}): Outlook => ({
  card: { brand: 'visa', last4: '4242', expMonth: 12, expYear: 2030 },
  price: { id: 'price_pro', unitAmount: 1999, currency: 'usd' },
  isDiscounted: false,
  isDiscountLasting: false,
  credit: { amount: 0, currency: 'usd' },
  upcoming: { amountDue: 1999, discount: 0, tax: 0, creditUsed: 0, currency: 'usd', ...upcoming },
  ...terms,
});
const text = (step: StepName, given: Partial<TemplateData> = {}) =>
  emailTemplates[step]({ ...facts, ...given })?.text;

/** docs/billing.md lists the steps and the subjects of their mails. */
function documented(): Map<string, string> {
  const page = readFileSync(new URL('../../../../../docs/billing.md', import.meta.url), 'utf8');
  return new Map(
    [...page.matchAll(/^\| `([a-z-]+)` \| .* \| (.*) \|$/gm)].map(([, step = '', mail = '']) => [step, mail]),
  );
}

test('the document has each step with the subject of its mail', () => {
  const subjects = Object.entries(emailTemplates).map(([step, content]) => [step, content(facts)?.subject]);
  expect(Object.fromEntries(documented())).toEqual(Object.fromEntries(subjects));
});

test('each link leads to a page of this server', () => {
  for (const content of Object.values(emailTemplates)) {
    const { html = '' } = content(facts) ?? {};
    const links = [...html.matchAll(/href="([^"]*)"/g)].map(([, link]) => link);
    expect(links.length).toBeGreaterThan(0);
    for (const link of links)
      expect(link).toMatch(
        /^https:\/\/flux\.example\/(profile|upload|subscriptions#pricing|\?filter=my-apps)$/,
      );
  }
});

describe('texts', () => {
  test.each<[StepName, Partial<TemplateData>, string]>([
    [
      'trial-began',
      { stage: 'trial', forecast: forecast() },
      'Welcome to Pro. Your trial is free. On January 31, 2027 your card is charged $19.99.\n',
    ],
    ['trial-began', {}, 'You can publish 3 applications with 3 revisions each.'],
    [
      'trial-ends-soon',
      { stage: 'trial', forecast: forecast() },
      'Your free trial of Pro ends soon. On January 31, 2027 your card is charged $19.99. Your plan then renews every month.',
    ],
    // A mail is sent without a response of the payment service.
    ['trial-ends-soon', { stage: 'trial' }, 'On January 31, 2027 your card is charged.'],
    [
      'trial-ends-soon',
      { stage: 'trial', forecast: forecast({ discount: 1999, amountDue: 0 }) },
      'On January 31, 2027 the invoice is $0.00, and nothing is charged. After that, Pro costs $19.99 per month.',
    ],
    [
      'trial-ends-soon',
      { stage: 'trial', forecast: forecast({ discount: 1999, amountDue: 0 }, { isDiscountLasting: true }) },
      'On January 31, 2027 the invoice is $0.00, and nothing is charged. Your plan then',
    ],
    [
      'trial-ends-soon',
      { stage: 'trial', forecast: forecast({}, { card: null }) },
      'On January 31, 2027 $19.99 is due, and no card is saved. Add a card before that day. Otherwise the payment fails,',
    ],
    [
      'trial-began',
      { stage: 'trial', forecast: forecast({ discount: 1999, amountDue: 0 }, { card: null }) },
      'the invoice is $0.00, and nothing is charged. After that, Pro costs $19.99 per month. No card is saved. Add one before the next invoice.',
    ],
    [
      'renewed',
      { forecast: forecast({ amountDue: 2159, tax: 160 }) },
      'It renews on February 7, 2027: your card is charged $21.59. This includes $1.60 tax.\n',
    ],
    [
      'renewed',
      {
        forecast: forecast(
          { amountDue: 999, creditUsed: 1000 },
          { credit: { amount: 1000, currency: 'usd' } },
        ),
      },
      'your card is charged $9.99. $10.00 more is paid from your credit.\n\nYou have $10.00 of credit. Your next invoices use it first.',
    ],
    [
      'plan-changed',
      {
        bill: null,
        forecast: forecast({ amountDue: 0, creditUsed: 1999 }, { credit: { amount: 8000, currency: 'usd' } }),
      },
      'It renews on February 7, 2027: the invoice of $19.99 is paid from your credit, and your card is not charged.\n\nYou have $80.00 of credit.',
    ],
    [
      'cancelled',
      {
        stage: 'ending',
        forecast: { ...forecast({}, { credit: { amount: 8000, currency: 'usd' } }), upcoming: null },
      },
      'You have $80.00 of credit. It is kept for your next subscription.',
    ],
    [
      'renewed',
      { bill: { ...bill, paid: 999, due: 999, total: 1999, credit: 1000 } },
      'You paid $9.99, and $10.00 was paid from your credit.',
    ],
    [
      'renewed',
      { bill: { ...bill, paid: 0, due: 0, total: 1999, credit: 1999 } },
      'The invoice of $19.99 was paid from your credit.',
    ],
    [
      'trial-charged',
      { bill: { ...bill, paid: 0, due: 0, total: 0, credit: 0 } },
      'Pro is active. The invoice was $0.00, and nothing was charged.',
    ],
    ['trial-charged', {}, 'Pro is active. You paid $14.99. It renews on February 7, 2027.'],
    ['plan-began', { tier: 'pro-plus' }, 'Welcome to Pro+. You paid $14.99. It renews on February 7, 2027.'],
    ['plan-began', { bill: null }, 'Welcome to Pro. It renews on February 7, 2027.'],
    ['renewed', {}, 'Your Pro plan was renewed. You paid $14.99. It renews on February 7, 2027.'],
    [
      'plan-changed',
      { owned: { applications: 5, organizations: 1 } },
      'You have 5 applications, which is 2 more. All of them stay online and playable. You cannot add applications or revisions until you delete 2 applications or choose a larger plan.',
    ],
    [
      'plan-changed',
      { owned: { applications: 3, organizations: 1 } },
      'You can publish 3 applications with 3 revisions each.\n',
    ],
    ['cancelled', {}, 'It stays active until February 7, 2027. Nothing more is charged.'],
    ['cancelled', { ...unpaid, wasUnpaid: true }, 'Its last payment failed: you cannot add anything.'],
    ['cancelled', {}, 'withdraw the cancellation before that day, or subscribe again after it:'],
    ['resumed', {}, 'It renews on February 7, 2027.'],
    ['resumed', { stage: 'trial' }, 'On January 31, 2027 your card is charged.'],
    ['plan-changed', {}, 'Your plan is now Pro. You paid $14.99. It renews on February 7, 2027.'],
    [
      'plan-changed',
      { bill: null, stage: 'ending' },
      'Your plan is now Pro. It stays active until February 7, 2027.',
    ],
    [
      'ended',
      {},
      'Your 2 applications and 1 organization are now offline: nobody can open them. You can download your applications until February 20, 2027; then everything is permanently deleted.',
    ],
    [
      'ended',
      { owned: { applications: 1, organizations: 0 } },
      'Your 1 application is now offline: nobody can open it.',
    ],
    ['ended', { wasUnpaid: true }, 'Your card could not be charged, and Pro has ended.'],
    [
      'deletion-in-a-week',
      {},
      'On February 20, 2027 your 2 applications and 1 organization are permanently deleted',
    ],
    [
      'deletion-tomorrow',
      {},
      'On February 20, 2027 your 2 applications and 1 organization are permanently deleted',
    ],
    ['deleted', {}, 'They cannot be restored.'],
    [
      'returned',
      { tier: 'indie', bill: null },
      'You now have Indie. Your 2 applications and 1 organization are back as before',
    ],
    ['returned', { tier: 'elevated', bill: null }, 'You can publish an unlimited number of applications.'],
  ])('%s, with %j', (step, given, expected) => {
    expect(text(step, given)).toContain(expected);
  });

  test('a failed payment: the attempts and the next one', () => {
    const first = text('payment-failed', { bill: { ...unpaid.bill, nextAttemptAt: on(10).toISOString() } });
    expect(first).toContain(
      'We could not charge your card $14.99 for Pro. This was the first attempt. It is retried on February 10, 2027.',
    );
    const last = text('payment-failed', { bill: { ...unpaid.bill, attempts: 4 } });
    expect(last).toContain('This was attempt 4. It is not retried automatically.');
  });

  test.each<[string, string]>([
    ['jpy', '¥1,499'],
    ['eur', '€14.99'],
    ['kwd', 'KWD'],
  ])('amounts are in the currency of the bill: %s', (currency, expected) => {
    expect(text('renewed', { bill: { ...bill, currency } })).toContain(expected);
  });
});

test('a user without content is told of the end, but not that nothing is deleted', () => {
  const owned = { applications: 0, organizations: 0 };
  expect(text('deletion-in-a-week', { owned })).toBeUndefined();
  expect(text('deletion-tomorrow', { owned })).toBeUndefined();
  expect(text('deleted', { owned, wasWarned: false })).toBeUndefined();
  expect(text('ended', { owned })).not.toContain('offline');
});
