import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { cancelledDaysLeft, type Subscription, trialDaysLeft } from '#shared/billing.ts';
import { cn } from '../../lib/cn.ts';
import { formatDate } from '../../lib/dates.ts';
import { paths } from '../../paths.ts';
import { Button } from '../../ui/button.tsx';

export interface BannerDays {
  cancelled: number | null;
  trial: number | null;
}

export function bannerDays(subscription: Subscription | null | undefined): BannerDays {
  if (!subscription) return { cancelled: null, trial: null };
  const now = Date.now();
  return { cancelled: cancelledDaysLeft(subscription, now), trial: trialDaysLeft(subscription, now) };
}

/** What ends soon, above every page. */
export function SubscriptionBanners({
  days,
  subscription,
}: {
  days: BannerDays;
  subscription: Subscription | null | undefined;
}) {
  return (
    <>
      {days.cancelled !== null && (
        <Banner
          label="Cancelled subscription"
          tone="danger"
          action={<Link to={paths.myApps()}>Download Apps</Link>}
        >
          <strong className="font-medium">
            Subscription cancelled: {inDays(days.cancelled)} left until data deletion begins.
          </strong>{' '}
          Your applications go offline on {formatDate(subscription?.currentPeriodEnd)} and are deleted for
          good 30 days later.
        </Banner>
      )}
      {days.trial !== null && (
        <Banner label="Free trial" tone="info" action={<Link to={paths.pricing()}>Upgrade Now</Link>}>
          <strong className="font-medium">Free trial: {inDays(days.trial)} left.</strong> It becomes your plan
          on {formatDate(subscription?.trialEnd)}.
        </Banner>
      )}
    </>
  );
}

interface BannerProps {
  label: string;
  tone: 'danger' | 'info';
  action: ReactNode;
  children: ReactNode;
}

const tones = {
  danger: 'border-danger/30 bg-danger-quiet text-danger',
  info: 'border-info/30 bg-info-quiet text-info',
};

function Banner({ label, tone, action, children }: BannerProps) {
  return (
    <section aria-label={label} className={cn('border-b', tones[tone])}>
      <div className="mx-auto flex max-w-content flex-wrap items-center justify-between gap-x-6 gap-y-2 px-4 py-2.5 md:flex-nowrap md:px-6">
        <p className="min-w-0 text-13">{children}</p>
        <Button asChild>{action}</Button>
      </div>
    </section>
  );
}

function inDays(count: number): string {
  return count === 1 ? '1 day' : `${count} days`;
}
