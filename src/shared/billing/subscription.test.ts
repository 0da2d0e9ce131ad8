import { expect, test } from 'vitest';
import type { DateLike } from '../text/dates.ts';
import { adminSubscription } from './billing.ts';
import { tierLimits } from './plans.ts';
import {
  cancelledDaysLeft,
  findCurrentSubscription,
  isManageable,
  isValid,
  limitsOf,
  periodEndLabel,
  statusDisplay,
  trialDaysLeft,
} from './subscription.ts';

const now = Date.parse('2026-11-21T12:00:00.000Z');
const second = 1_000;
const day = 86_400_000;

const at = (milliseconds: number) => new Date(now + milliseconds).toISOString();
const none = {
  status: 'unpaid',
  isTrialActive: false,
  trialEnd: null,
  cancelAtPeriodEnd: false,
  currentPeriodEnd: null,
};

test.each([
  ['active without an end', { status: 'active' }, true],
  [
    'active whose period has passed, until the payment service says otherwise',
    { status: 'active', currentPeriodEnd: at(-day) },
    true,
  ],
  ['trialing', { status: 'trialing' }, true],
  ['unpaid', {}, false],
  ['a trial flag before its end', { isTrialActive: true, trialEnd: at(second) }, true],
  ['a trial flag at its end', { isTrialActive: true, trialEnd: at(0) }, false],
  ['a trial flag without an end', { isTrialActive: true }, false],
  ['a trial end without the flag', { trialEnd: at(day) }, false],
  ['cancelled before the end of the period', { status: 'cancelled', currentPeriodEnd: at(second) }, true],
  ['cancelled at the end of the period', { status: 'cancelled', currentPeriodEnd: at(0) }, false],
  ['cancelled after the end of the period', { status: 'cancelled', currentPeriodEnd: at(-second) }, false],
  ['cancelled without an end', { status: 'cancelled' }, false],
  ['cancelled with an end that cannot be read', { status: 'cancelled', currentPeriodEnd: 'soon' }, false],
  [
    'set to cancel before the end of the period',
    { status: 'something new', cancelAtPeriodEnd: true, currentPeriodEnd: at(second) },
    true,
  ],
  [
    'set to cancel at the end of the period',
    { status: 'something new', cancelAtPeriodEnd: true, currentPeriodEnd: at(0) },
    false,
  ],
  ['unpaid before the end of the period', { currentPeriodEnd: at(day) }, false],
  ['an administrator’s', adminSubscription, true],
] as const)('validity: %s', (_name, terms, valid) => {
  expect(isValid({ ...none, ...terms }, now)).toBe(valid);
});

test.each(['past_due', 'unpaid', 'paused', 'incomplete', 'incomplete_expired'])(
  'validity: cancelling a %s subscription restores nothing, though its unpaid period continues',
  (status) => {
    const cancelled = { ...none, status, cancelAtPeriodEnd: true, currentPeriodEnd: at(day) };
    expect(isValid(cancelled, now)).toBe(false);
  },
);

test('the first valid subscription counts', () => {
  const [ended, first, second] = [
    { ...none, id: 'ended' },
    { ...none, id: 'first', status: 'active' },
    { ...none, id: 'second', status: 'trialing' },
  ];
  expect(findCurrentSubscription([ended, first, second], now)?.id).toBe('first');
  expect(findCurrentSubscription([ended], now)).toBeNull();
  expect(findCurrentSubscription([], now)).toBeNull();
});

test.each([
  ['indie', 'indie'],
  ['pro-plus', 'pro-plus'],
  ['unknown', 'unknown'],
  ['elevated', 'elevated'],
] as const)('the limits of a subscription of tier %s are those of %s', (tier, expected) => {
  expect(limitsOf({ tier })).toEqual(tierLimits(expected));
});

test('the limits shown without a subscription are those of indie', () => {
  expect(limitsOf(null)).toEqual({ tier: 'indie', maxApps: 1, maxRevisions: 3 });
});

test.each([
  ['active', false, 'Active', 'success'],
  ['trialing', false, 'Free Trial', 'info'],
  ['cancelled', false, 'cancelled', 'warning'],
  ['past_due', false, 'past_due', 'warning'],
  ['active', true, 'cancelled', 'warning'],
  ['trialing', true, 'cancelled', 'warning'],
  ['past_due', true, 'past_due', 'warning'],
])('%s, set to cancel: %s, is shown as %s in %s', (status, cancelAtPeriodEnd, label, tone) => {
  expect(statusDisplay({ status, cancelAtPeriodEnd })).toEqual({ label, tone });
});

test.each([
  ['active', false, 'Renews'],
  ['trialing', false, 'Charges After'],
  ['past_due', false, 'Renews'],
  ['cancelled', false, 'Ends'],
  ['active', true, 'Ends'],
  ['trialing', true, 'Ends'],
  ['cancelled', true, 'Ends'],
])('the period of %s, set to cancel: %s, is labelled %s', (status, cancelAtPeriodEnd, label) => {
  expect(periodEndLabel({ status, cancelAtPeriodEnd })).toBe(label);
});

test.each([
  ['an hour is a day', 3_600_000, 1],
  ['a millisecond is a day', 1, 1],
  ['a day is a day', day, 1],
  ['a day and a millisecond are two', day + 1, 2],
  ['thirty days', 30 * day, 30],
  ['the very moment is none', 0, null],
  ['passed', -day, null],
])('days until the end of a cancelled plan, rounded up: %s', (_name, milliseconds, days) => {
  const currentPeriodEnd = at(milliseconds);
  expect(cancelledDaysLeft({ ...none, status: 'cancelled', currentPeriodEnd }, now)).toBe(days);
  expect(
    cancelledDaysLeft({ ...none, status: 'active', cancelAtPeriodEnd: true, currentPeriodEnd }, now),
  ).toBe(days);
  expect(cancelledDaysLeft({ ...none, status: 'active', currentPeriodEnd }, now)).toBeNull();
});

test.each([
  ['an hour is none', 3_600_000, null],
  ['a day less a millisecond is none', day - 1, null],
  ['a day is a day', day, 1],
  ['two days less a millisecond are one', 2 * day - 1, 1],
  ['fourteen days', 14 * day, 14],
  ['passed', -day, null],
])('days until the end of a trial, rounded down: %s', (_name, milliseconds, days) => {
  const trialEnd = at(milliseconds);
  expect(trialDaysLeft({ ...none, status: 'trialing', trialEnd }, now)).toBe(days);
  expect(trialDaysLeft({ ...none, status: 'active', trialEnd }, now)).toBeNull();
});

test('without an end no banner shows days', () => {
  expect(trialDaysLeft({ ...none, status: 'trialing' }, now)).toBeNull();
  expect(cancelledDaysLeft({ ...none, status: 'cancelled' }, now)).toBeNull();
});

test('both banners can show at once: a trial that was cancelled', () => {
  const end = at(5 * day + second);
  const terms = {
    ...none,
    status: 'trialing',
    trialEnd: end,
    cancelAtPeriodEnd: true,
    currentPeriodEnd: end,
  };
  expect(trialDaysLeft(terms, now)).toBe(5);
  expect(cancelledDaysLeft(terms, now)).toBe(6);
});

test.each<[string, DateLike]>([
  ['an ISO string', at(2 * day)],
  ['{seconds}', { seconds: (now + 2 * day) / 1000 }],
  ['{_seconds}', { _seconds: (now + 2 * day) / 1000 }],
])('dates are parsed as %s', (_name, date) => {
  expect(isValid({ ...none, status: 'cancelled', currentPeriodEnd: date }, now)).toBe(true);
  expect(cancelledDaysLeft({ ...none, status: 'cancelled', currentPeriodEnd: date }, now)).toBe(2);
  expect(trialDaysLeft({ ...none, status: 'trialing', trialEnd: date }, now)).toBe(2);
});

test.each([
  ['pro', 'price', false, true],
  ['unknown', 'price', false, true],
  ['enterprise', null, false, true],
  ['indie', null, false, false],
  ['indie', 'price', false, true],
  ['elevated', null, true, false],
] as const)('a subscription of tier %s with the price %s, admin %s, can be managed: %s', (...facts) => {
  const [tier, priceId, isAdmin, manageable] = facts;
  expect(isManageable({ tier, priceId, isAdmin })).toBe(manageable);
});
