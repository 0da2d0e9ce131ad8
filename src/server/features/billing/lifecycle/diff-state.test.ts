import { describe, expect, test } from 'vitest';
import type { LastBill, Stage } from '#server/db/schema/billing.ts';
import { diffState } from './diff-state.ts';
import { afterDeletion } from './ending.ts';
import type { Current, NotifiedState } from './notified-state.ts';
import { stageOf } from './stage.ts';

const day = 86_400_000;
const at = (days: number) => new Date(Date.UTC(2026, 0, 1) + days * day);
const notNotified: NotifiedState = {
  stage: 'none',
  paymentId: null,
  tier: null,
  periodEndsAt: null,
  billId: null,
  failedAttempts: 0,
  notifiedTrialEnd: null,
  cycle: 0,
  suspendedSince: null,
  deletesAt: null,
  warned: null,
};
const paidBill: LastBill = {
  id: 'in_1',
  isPaid: true,
  paid: 1999,
  due: 1999,
  currency: 'usd',
  attempts: 1,
  nextAttemptAt: null,
};
const openBill = (attempts: number): LastBill => ({ ...paidBill, isPaid: false, paid: 0, attempts });
const current = (stage: Stage, fields: Partial<Current> = {}): Current => ({
  stage,
  paymentId: 'sub_1',
  tier: 'pro',
  trialEndsAt: at(7),
  periodEndsAt: at(7),
  runsOutAt: null,
  bill: paidBill,
  isAdmin: false,
  isDisabled: false,
  ...fields,
});
const names = (notified: NotifiedState, now: Current, moment = at(0)) =>
  diffState(notified, now, moment).steps.map(({ name }) => name);
/** The notified state of a user at that time. */
const notifiedStateOf = (seen: Current, moment = at(0), before = notNotified) =>
  diffState(before, seen, moment).notified;

const month = { periodEndsAt: at(37) };
const trial = current('trial');
const running = current('running', month);
const failing = current('failing', { ...month, bill: openBill(1) });
const ending = current('ending', month);
const over = current('over', month);
const given = current('given', { paymentId: null, tier: 'indie' });

describe('notified state, current state and the resulting steps', () => {
  test.each<[string, Current | null, Current, string[]]>([
    ['a trial', null, trial, ['trial-began']],
    ['a plan', null, running, ['plan-began']],
    ['Indie, or a plan that somebody was given', null, given, []],
    ['what was never paid for', null, current('none'), []],
    ['a plan after Indie', given, running, ['plan-began']],
    ['nothing new', running, running, []],
    ['a trial that became a plan', trial, running, ['trial-charged']],
    ['a trial whose first payment failed', trial, failing, ['payment-failed']],
    ['the next month', running, { ...running, periodEndsAt: at(67) }, ['renewed']],
    [
      'the next month, whose bill is not settled',
      running,
      { ...running, periodEndsAt: at(67), bill: openBill(0) },
      [],
    ],
    ['a year of months at once', running, { ...running, periodEndsAt: at(367) }, ['renewed']],
    ['a payment that failed', running, failing, ['payment-failed']],
    ['one more attempt', failing, { ...failing, bill: openBill(2) }, ['payment-failed']],
    ['the same attempt', failing, failing, []],
    ['waiting for a payment that nobody tried', running, { ...failing, bill: openBill(0) }, []],
    ['the payment in the end', failing, running, ['payment-recovered']],
    ['a cancellation', running, ending, ['cancelled']],
    ['a cancellation of a trial', trial, current('ending'), ['cancelled']],
    ['a cancellation taken back', ending, running, ['resumed']],
    ['another plan', running, { ...running, tier: 'pro-plus' }, ['plan-changed']],
    ['another plan in the trial', trial, { ...trial, tier: 'pro-plus' }, ['plan-changed']],
    ['another plan instead of the end', ending, { ...running, tier: 'pro-plus' }, ['plan-changed']],
    [
      'another plan and the next month',
      running,
      { ...running, periodEndsAt: at(67), tier: 'pro-plus' },
      ['renewed', 'plan-changed'],
    ],
    ['a price that nobody configured', running, { ...running, tier: 'unknown' }, []],
    ['a price that was configured at last', { ...running, tier: 'unknown' }, running, []],
    ['the end', ending, over, ['ended']],
    ['an end that nobody saw coming', running, over, ['ended']],
    ['an end after payments that failed', failing, over, ['ended']],
    ['an end that is the first that is heard', null, over, ['ended']],
    ['a plan after the end', over, { ...running, paymentId: 'sub_2' }, ['returned']],
    ['the same plan again, paid at last', over, running, ['returned']],
    ['Indie after the end', over, given, ['returned']],
    ['one that ended after the end', over, { ...over, paymentId: 'sub_2' }, []],
    ['something never paid for after the end', over, current('none'), []],
  ])('%s', (_name, before, now, expected) => {
    expect(names(before ? notifiedStateOf(before) : notNotified, now)).toEqual(expected);
  });

  test.each<[string, Current]>([
    ['trial', trial],
    ['running', running],
    ['ending', ending],
    ['given', given],
    ['failing', failing],
  ])('a state %s from before reconciliation sends nothing, except its end', (_name, before) => {
    const unseen: NotifiedState = { ...notNotified, stage: 'unseen' };
    expect(names(unseen, before)).toEqual([]);
    expect(names(notifiedStateOf(before, at(0), unseen), { ...over, paymentId: before.paymentId })).toEqual([
      'ended',
    ]);
  });
});

test('no step is sent twice, whatever the number of servers and runs', () => {
  for (const seen of [trial, running, failing, ending, over, given]) {
    const notified = notifiedStateOf(seen);
    expect(diffState(notified, seen, at(0))).toMatchObject({ steps: [], notified });
  }
});

test('cancelling, resuming and cancelling again in one month are three steps', () => {
  let notified = notifiedStateOf(running);
  const steps = [ending, running, ending].flatMap((seen) => {
    const diff = diffState(notified, seen, at(1));
    notified = diff.notified;
    return diff.steps.map(({ name, period }) => `${name} ${period}`);
  });
  expect(steps).toEqual(['cancelled 1', 'resumed 2', 'cancelled 3']);
});

describe('a trial', () => {
  test('is announced three days before its end, once', () => {
    const first = diffState(notNotified, trial, at(0));
    expect(first.dueAt).toEqual(at(4));
    const announced = diffState(first.notified, trial, at(4));
    expect(announced).toMatchObject({ steps: [{ name: 'trial-ends-soon' }], dueAt: null });
    expect(names(announced.notified, trial, at(5))).toEqual([]);
  });

  test('that is shortened is not announced again', () => {
    expect(names(notNotified, { ...trial, trialEndsAt: at(2) })).toEqual(['trial-began']);
    expect(
      names(notifiedStateOf({ ...trial, trialEndsAt: at(2) }), { ...trial, trialEndsAt: at(2) }, at(1)),
    ).toEqual([]);
  });

  test('that ended by date without an update of the service is not announced', () => {
    expect(names(notifiedStateOf(trial), trial, at(8))).toEqual([]);
  });

  test('that is extended is announced again', () => {
    const announced = diffState(notifiedStateOf(trial), trial, at(4)).notified;
    const longer = diffState(announced, { ...trial, trialEndsAt: at(20) }, at(5));
    expect(longer).toMatchObject({ steps: [], dueAt: at(17) });
    expect(names(longer.notified, { ...trial, trialEndsAt: at(20) }, at(17))).toEqual(['trial-ends-soon']);
  });
});

/** Reconciles whenever due, and returns the day of each step. */
function wait(
  notified: NotifiedState,
  seen: Current,
  from: number,
  until: number,
): { notified: NotifiedState; story: string[] } {
  const story: string[] = [];
  let diff = diffState(notified, seen, at(from));
  for (let moment = at(from); ; ) {
    for (const { name } of diff.steps) story.push(`${(moment.getTime() - at(0).getTime()) / day}: ${name}`);
    if (diff.isDeletionDue) {
      diff = afterDeletion(diff.notified);
      continue;
    }
    if (diff.dueAt === null || diff.dueAt > at(until)) return { notified: diff.notified, story };
    moment = diff.dueAt;
    diff = diffState(diff.notified, seen, moment);
  }
}

describe('offline content', () => {
  test('is warned about after 23 and 29 days, and deleted after 30', () => {
    expect(wait(notNotified, over, 0, 400).story).toEqual([
      '0: ended',
      '23: deletion-in-a-week',
      '29: deletion-tomorrow',
      '30: deleted',
    ]);
  });

  test('is reconciled daily, so that a new administrator gets access back', () => {
    const { dueAt, notified } = diffState(notNotified, over, at(0));
    expect(dueAt).toEqual(at(1));
    expect(names(notified, { ...over, isAdmin: true }, at(1))).toEqual(['returned']);
  });

  test.each([
    ['before any warning', 10, 110, ['110: deletion-in-a-week', '116: deletion-tomorrow', '117: deleted']],
    ['after the first', 24, 110, ['110: deletion-tomorrow', '111: deleted']],
    // Also after restoring a backup, which misses recent returns.
    ['after the last', 29, 110, ['111: deleted']],
  ])('is deleted only after a timely warning: server stopped %s', (_name, from, to, expected) => {
    const before = wait(notNotified, over, 0, from).notified;
    expect(wait(before, over, to, 400).story).toEqual(expected);
  });

  test.each([
    ['before any warning', 10],
    ['after the first', 24],
    ['after the last', 29.5],
  ])('of a disabled user %s is kept, and all its days follow', (_name, from) => {
    const before = wait(notNotified, over, 0, from).notified;
    const disabled = wait(before, { ...over, isDisabled: true }, from, from + 100);
    expect(disabled.story).toEqual([]);
    expect(disabled.notified.deletesAt).toEqual(at(from + 130));
    expect(wait(disabled.notified, over, from + 100.5, 400).story).toEqual([
      `${from + 123}: deletion-in-a-week`,
      `${from + 129}: deletion-tomorrow`,
      `${from + 130}: deleted`,
    ]);
  });

  test('is warned about again after the user was disabled', () => {
    const periods = (notified: NotifiedState, seen: Current, moment: number) => {
      const diff = diffState(notified, seen, at(moment));
      return { notified: diff.notified, periods: diff.steps.map(({ period }) => period) };
    };
    const warned = periods(wait(notNotified, over, 0, 22.9).notified, over, 23);
    const disabled = diffState(warned.notified, { ...over, isDisabled: true }, at(24));
    const again = periods(disabled.notified, over, 47);
    expect(again.periods).toHaveLength(1);
    expect(again.periods).not.toEqual(warned.periods);
  });

  test('is restored until the last moment, and ends again with 30 more days', () => {
    const before = wait(notNotified, over, 0, 29.9).notified;
    const back = diffState(before, { ...running, paymentId: 'sub_2' }, at(29.9));
    expect(back).toMatchObject({
      steps: [{ name: 'returned' }],
      notified: { suspendedSince: null, deletesAt: null },
    });
    expect(wait(back.notified, { ...over, paymentId: 'sub_2' }, 60, 400).story).toEqual([
      '60: ended',
      '83: deletion-in-a-week',
      '89: deletion-tomorrow',
      '90: deleted',
    ]);
  });

  test('is not deleted twice, and a later plan is a new one', () => {
    const { notified } = wait(notNotified, over, 0, 400);
    expect(diffState(notified, over, at(500))).toMatchObject({
      steps: [],
      dueAt: null,
      isDeletionDue: false,
    });
    expect(names(notified, { ...running, paymentId: 'sub_2' }, at(500))).toEqual(['plan-began']);
  });
});

test('of an administrator never ends; without the role it does', () => {
  const admin = diffState(notifiedStateOf(running), { ...over, isAdmin: true }, at(40));
  expect(admin).toMatchObject({ steps: [], dueAt: null });
  expect(names(admin.notified, over, at(41))).toEqual(['ended']);
});

test('does not exist for a user without a plan', () => {
  const row = { payment_id: null, cancel_at_period_end: false, current_period_ends_at: null };
  expect(stageOf({ ...row, status: 'incomplete_expired' }, at(0))).toBe('none');
  expect(names(notNotified, current('none'))).toEqual([]);
});

describe('the end of a plan', () => {
  test.each<[string, boolean, number | null, Stage]>([
    ['trialing', false, 7, 'trial'],
    ['trialing', true, 7, 'ending'],
    ['active', false, 7, 'running'],
    ['active', true, 7, 'ending'],
    // The service has not said yet that it is over.
    ['active', true, -1, 'ending'],
    ['active', false, -1, 'running'],
    ['past_due', false, -1, 'failing'],
    ['past_due', true, 7, 'ending'],
    ['cancelled', true, 7, 'ending'],
    ['cancelled', true, 0, 'over'],
    ['cancelled', false, -1, 'over'],
    ['canceled', false, null, 'over'],
    ['unpaid', false, 7, 'over'],
    ['unpaid', true, 7, 'over'],
    ['paused', true, 7, 'over'],
    ['paused', false, 7, 'over'],
    ['incomplete', false, null, 'none'],
    ['incomplete_expired', false, null, 'none'],
    ['something new', false, 7, 'none'],
  ])('%s, set to end %s, %s days before the end of its period: %s', (status, cancel, days, expected) => {
    const row = {
      status,
      payment_id: 'sub_1',
      cancel_at_period_end: cancel,
      current_period_ends_at: days === null ? null : at(days),
    };
    expect(stageOf(row, at(0))).toBe(expected);
  });

  test('never happens to Indie', () => {
    const indie = { payment_id: null, cancel_at_period_end: false, current_period_ends_at: null };
    expect(stageOf({ ...indie, status: 'active' }, at(10_000))).toBe('given');
  });
});
