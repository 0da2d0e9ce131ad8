import type { HourlyQuota } from '../submission-quota/submission-quota.ts';

/** Allows a class of thirty to report a link. */
export const hourlyReports = {
  kind: 'report',
  account: 10,
  network: 40,
  refusal: 'You have reported a lot lately. Please wait a while and try again.',
} as const satisfies HourlyQuota;
