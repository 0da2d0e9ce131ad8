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

interface SubscriptionBannersProps {
  days: BannerDays;
  subscription: Subscription | null | undefined;
}

/** What ends soon, above every page. */
export function SubscriptionBanners({ days, subscription }: SubscriptionBannersProps) {
  return (
    <>
      {days.cancelled !== null && (
        <Banner
          label="Cancelled subscription"
          tone="danger"
          headline={`Subscription cancelled: ${inDays(days.cancelled)} left until data deletion begins.`}
          action={<Link to={paths.myApps()}>Download Apps</Link>}
        >
          Your applications go offline on {formatDate(subscription?.currentPeriodEnd)} and are deleted for
          good 30 days later.
        </Banner>
      )}
      {days.trial !== null && (
        <Banner
          label="Free trial"
          tone="info"
          headline={`Free trial: ${inDays(days.trial)} left.`}
          action={<Link to={paths.pricing()}>Upgrade Now</Link>}
        >
          It {days.cancelled === null ? 'becomes your plan' : 'ends'} on {formatDate(subscription?.trialEnd)}.
        </Banner>
      )}
    </>
  );
}

interface BannerProps {
  label: string;
  tone: 'danger' | 'info';
  headline: string;
  action: ReactNode;
  /** What phones have no room for. */
  children: ReactNode;
}

const tones = {
  danger: 'border-danger/30 bg-danger-quiet text-danger',
  info: 'border-info/30 bg-info-quiet text-info',
};

function Banner({ label, tone, headline, action, children }: BannerProps) {
  return (
    <section aria-label={label} className={cn('border-b', tones[tone])}>
      <div className="mx-auto flex max-w-content items-center justify-between gap-4 px-4 py-2 md:px-6">
        <p className="text-13">
          <strong className="font-medium">{headline}</strong>{' '}
          <span className="max-md:hidden">{children}</span>
        </p>
        <Button asChild>{action}</Button>
      </div>
    </section>
  );
}

function inDays(count: number): string {
  return count === 1 ? '1 day' : `${count} days`;
}
