import type { Subscription } from '#shared/billing/billing.ts';
import { deletionAfter } from '#shared/billing/offline-days.ts';
import { toMilliseconds } from '#shared/text/dates.ts';
import { texts } from '#web/i18n/en/billing/current-plan.ts';
import { format } from '#web/i18n/format.ts';
import { formatDayOfYear } from '#web/lib/format/dates.ts';

export interface BannerText {
  /** The number of days left. */
  headline: string;
  /** What ends, and when. */
  text: string;
}

type Dates = Pick<Subscription, 'trialEnd' | 'currentPeriodEnd'>;

/** Days, rounded up, until everything goes offline, when the 30 days to its deletion begin. */
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

/** @param isCancelled then nothing is charged, and it ends on the day in the banner of the cancellation */
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
