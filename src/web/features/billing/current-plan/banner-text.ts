import type { Subscription } from '#shared/billing/billing.ts';
import { deletionAfter } from '#shared/billing/offline-days.ts';
import { toMilliseconds } from '#shared/text/dates.ts';
import { texts } from '#web/i18n/en/billing/current-plan.ts';
import { format } from '#web/i18n/format.ts';
import { formatDayOfYear } from '#web/lib/format/dates.ts';

export interface BannerText {
  /** How many days are left. */
  headline: string;
  /** What ends, and when. */
  text: string;
}

type Dates = Pick<Subscription, 'trialEnd' | 'currentPeriodEnd'>;

/** Counts begun days to when everything goes offline, from which the 30 days to its deletion begin. */
export function cancelledText({ currentPeriodEnd }: Dates, cancelled: number): BannerText {
  const end = new Date(toMilliseconds(currentPeriodEnd) ?? Number.NaN);
  return {
    headline: format(texts.subscriptionCancelledCountDaysLeft, { cancelled }),
    text: format(texts.applicationsGoOfflineAndAreDeleted, {
      end: formatDayOfYear(currentPeriodEnd),
      deletion: formatDayOfYear({ seconds: deletionAfter(end).getTime() / 1000 }),
    }),
  };
}

/** @param isCancelled nothing is charged then, and it ends on the day that the banner of the cancellation names */
export function trialText(
  { trialEnd, currentPeriodEnd }: Dates,
  trial: number,
  isCancelled: boolean,
): BannerText {
  return {
    headline: format(texts.freeTrialCountDaysLeft, { trial }),
    text: isCancelled
      ? format(texts.trialEndsOn, { end: formatDayOfYear(currentPeriodEnd) })
      : format(texts.yourPlanIsChargedFrom, { end: formatDayOfYear(trialEnd) }),
  };
}
