import { Link } from 'react-router';
import type { Subscription } from '#shared/billing/billing.ts';
import { texts } from '#web/i18n/en/billing/current-plan.ts';
import { paths } from '#web/paths.ts';
import { Button } from '#web/ui/forms/button.tsx';
import { useManagement } from '../manage/management.tsx';
import { PortalButton } from '../portal/portal-button.tsx';
import { Banner } from './banner.tsx';
import type { BannerFacts } from './banner-facts.ts';
import { cancelledText, trialText } from './banner-text.ts';

interface SubscriptionBannersProps {
  facts: BannerFacts;
  subscription: Subscription | null | undefined;
}

/** Banners about ending plans and open payments, above every page. */
export default function SubscriptionBanners({ facts, subscription }: SubscriptionBannersProps) {
  const manage = useManagement();
  const { cancelled: daysToEnd, trial: trialDays } = facts;
  const cancelled = subscription && daysToEnd !== null ? cancelledText(subscription, daysToEnd) : null;
  const trial =
    subscription && trialDays !== null ? trialText(subscription, trialDays, daysToEnd !== null) : null;
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
      {cancelled && (
        <Banner
          label={texts.cancelledSubscription}
          tone="danger"
          headline={cancelled.headline}
          action={
            <Button asChild>
              <Link to={paths.myApps()}>{texts.downloadApps}</Link>
            </Button>
          }
        >
          {cancelled.text}
        </Banner>
      )}
      {trial && (
        <Banner
          label={texts.freeTrial}
          tone="info"
          headline={trial.headline}
          action={<Button onClick={() => manage({ upgradeTrial: true })}>{texts.upgradeNow}</Button>}
        >
          {trial.text}
        </Banner>
      )}
    </>
  );
}
