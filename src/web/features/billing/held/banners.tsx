import { Link } from 'react-router';
import type { Subscription } from '#shared/billing.ts';
import { formatDate } from '../../../lib/dates.ts';
import { paths } from '../../../paths.ts';
import { texts } from '../../../texts/en/billing/held.ts';
import { fill } from '../../../texts/fill.ts';
import { Button } from '../../../ui/button.tsx';
import { useManagement } from '../manage/management.tsx';
import { PortalButton } from '../portal/portal-button.tsx';
import { Banner } from './banner.tsx';
import type { BannerFacts } from './banner-facts.ts';

interface SubscriptionBannersProps {
  facts: BannerFacts;
  subscription: Subscription | null | undefined;
}

/** What ends soon or has to be paid, above every page. */
export default function SubscriptionBanners({ facts, subscription }: SubscriptionBannersProps) {
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
