import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { Subscription } from '#shared/billing.ts';
import { cancelledDaysLeft, isValid, trialDaysLeft } from '#shared/subscription.ts';
import { cn } from '../../../lib/cn.ts';
import { formatDate } from '../../../lib/dates.ts';
import { paths } from '../../../paths.ts';
import { texts } from '../../../texts/en/billing/held.ts';
import { fill } from '../../../texts/fill.ts';
import { Button } from '../../../ui/button.tsx';
import { useManagement } from '../manage/management.tsx';
import { PortalButton } from '../portal/portal-button.tsx';

export interface BannerFacts {
  /** Days, as the banner counts them; null where it does not show. */
  cancelled: number | null;
  trial: number | null;
  /** Whether the last payment failed. */
  overdue: boolean;
}

/**
 * @param current the subscription that counts
 * @param held what is paid for, or is to be
 */
export function bannerFacts(
  current: Subscription | null | undefined,
  held: Subscription | null | undefined,
): BannerFacts {
  const now = Date.now();
  return {
    cancelled: current ? cancelledDaysLeft(current, now) : null,
    trial: current ? trialDaysLeft(current, now) : null,
    overdue: !!held && (held.status === 'past_due' || !isValid(held, now)),
  };
}

export function countBanners({ cancelled, trial, overdue }: BannerFacts): number {
  return [cancelled !== null, trial !== null, overdue].filter(Boolean).length;
}

interface SubscriptionBannersProps {
  facts: BannerFacts;
  subscription: Subscription | null | undefined;
}

/** What ends soon or has to be paid, above every page. */
export function SubscriptionBanners({ facts, subscription }: SubscriptionBannersProps) {
  const manage = useManagement();
  return (
    <>
      {facts.overdue && (
        <Banner
          label={texts.paymentFailed}
          tone="warning"
          headline={texts.yourLastPaymentFailed}
          action={<PortalButton>{texts.openBillingPortal}</PortalButton>}
        >
          {texts.changeYourCardOrPayTheOpen}
        </Banner>
      )}
      {facts.cancelled !== null && (
        <Banner
          label={texts.cancelledSubscription}
          tone="danger"
          headline={fill(texts.subscriptionCancelledCountDaysLeft, { cancelled: facts.cancelled })}
          action={
            <Button asChild>
              <Link to={paths.myApps()}>{texts.downloadApps}</Link>
            </Button>
          }
        >
          {fill(texts.yourApplicationsGoOfflineOn, {
            currentPeriodEnd: formatDate(subscription?.currentPeriodEnd),
          })}
        </Banner>
      )}
      {facts.trial !== null && (
        <Banner
          label={texts.freeTrial}
          tone="info"
          headline={fill(texts.freeTrialCountDaysLeft, { trial: facts.trial })}
          action={<Button onClick={() => manage({ upgradeTrial: true })}>{texts.upgradeNow}</Button>}
        >
          {fill(facts.cancelled === null ? texts.itBecomesYourPlanOn : texts.itEndsOn, {
            trialEnd: formatDate(subscription?.trialEnd),
          })}
        </Banner>
      )}
    </>
  );
}

interface BannerProps {
  label: string;
  tone: 'danger' | 'info' | 'warning';
  headline: string;
  action: ReactNode;
  /** What phones have no room for. */
  children: ReactNode;
}

const tones = {
  danger: 'border-danger/30 bg-danger-quiet text-danger',
  info: 'border-info/30 bg-info-quiet text-info',
  warning: 'border-warning/30 bg-warning-quiet text-warning',
};

export function Banner({ label, tone, headline, action, children }: BannerProps) {
  return (
    <section aria-label={label} className={cn('border-b', tones[tone])}>
      <div className="mx-auto flex max-w-content items-center justify-between gap-4 px-4 py-2 md:px-6">
        <p className="text-13">
          <strong className="font-medium">{headline}</strong>{' '}
          <span className="max-md:hidden">{children}</span>
        </p>
        {action}
      </div>
    </section>
  );
}
