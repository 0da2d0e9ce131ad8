import { expect, test } from 'vitest';
import { cancelledText, trialText } from './banner-text.ts';

const end = '2026-12-03T12:00:00.000Z';
const dates = { trialEnd: end, currentPeriodEnd: end };

test('a cancelled trial has the same date in both banners, with their different counts', () => {
  expect(trialText(dates, 4, true)).toEqual({
    headline: 'Free trial: 4 full days left.',
    text: 'Trial ends Dec 3.',
  });
  expect(cancelledText(dates, 5)).toEqual({
    headline: 'Subscription cancelled: 5 days left until data deletion begins.',
    text: 'Applications go offline Dec 3 and are deleted Jan 2.',
  });
  // For example, if it ends before the trial.
  const sooner = { ...dates, currentPeriodEnd: '2026-12-01T12:00:00.000Z' };
  expect(trialText(sooner, 4, true).text).toBe('Trial ends Dec 1.');
});

test('a running trial shows the date of the first charge', () => {
  const later = { ...dates, currentPeriodEnd: '2026-12-10T12:00:00.000Z' };
  expect(trialText(later, 1, false)).toEqual({
    headline: 'Free trial: 1 full day left.',
    text: 'Your plan is charged from Dec 3.',
  });
});
