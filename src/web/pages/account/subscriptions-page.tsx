import { useNavigate } from 'react-router';
import type { Subscription } from '#shared/billing/billing.ts';
import { plans } from '#shared/billing/plans.ts';
import { statusDisplay } from '#shared/billing/subscription.ts';
import { useSession } from '../../features/accounts/session.ts';
import { displayedPlan, findBilledPlan } from '../../features/billing/current-plan/billed-plan.ts';
import { EveryPlan } from '../../features/billing/plans/every-plan.tsx';
import { PlanCards } from '../../features/billing/plans/plan-cards.tsx';
import { PlansFaq } from '../../features/billing/plans/plans-faq.tsx';
import { useDeferredProducts, usePaymentSettings } from '../../features/billing/use-catalogue.ts';
import { useCurrentSubscription, useSubscriptions } from '../../features/billing/use-subscriptions.ts';
import { texts } from '../../i18n/en/pages/subscriptions-page.ts';
import { format } from '../../i18n/format.ts';
import { Rich } from '../../i18n/rich.tsx';
import { useAnchor } from '../../lib/hooks/use-anchor.ts';
import { useInitialLoad } from '../../lib/hooks/use-initial-load.ts';
import { usePageTitle } from '../../lib/hooks/use-page-title.ts';
import { serverNow } from '../../lib/session/server-time.ts';
import { paths } from '../../paths.ts';
import { BootSkeleton } from '../../shell/boot-state.tsx';
import { LoadErrorDialog } from '../../ui/dialogs/load-error-dialog.tsx';
import { Badge } from '../../ui/layout/badge.tsx';
import { Failure } from '../../ui/loading/failure.tsx';
import { lazyPart } from '../../ui/loading/lazy.tsx';
import { PlansHeadline } from '../about/plans-headline.tsx';
import { usePlanChoice } from '../apps/use-plan-choice.ts';

const Checkout = lazyPart(() => import('../../features/billing/checkout/checkout.tsx'), {
  loadError: (loadError, { tier, onClose }) => (
    <LoadErrorDialog
      {...loadError}
      title={format(texts.subscribeToName, { name: plans[tier].name })}
      onClose={onClose}
    />
  ),
});

export default function SubscriptionsPage() {
  usePageTitle(texts.subscriptions);
  // The texts and heights of the plans and questions depend on the payment settings.
  return useInitialLoad([usePaymentSettings()]) ? <BootSkeleton /> : <Plans />;
}

function Plans() {
  useAnchor('pricing');
  const navigate = useNavigate();
  const session = useSession();
  const user = session.data?.user;
  const subscriptions = useSubscriptions(user?.id);
  const subscription = useCurrentSubscription(user?.id);
  const isKnown = session.data?.user === null || !subscriptions.isPending;
  const settings = usePaymentSettings();
  const products = useDeferredProducts(isKnown);
  const billed = findBilledPlan(subscriptions.data, serverNow());
  const own = displayedPlan(subscription, billed);
  const { choose, choosing, problem, bought, endPurchase } = usePlanChoice({
    session: session.data,
    isKnown: !subscriptions.isPending,
    billed,
    own,
  });
  const catalogueFailed = products.isError || settings.isError;
  const isUnreachable = catalogueFailed || session.isError || subscriptions.isError;
  return (
    <>
      <PlansHeadline />
      <section
        id="pricing"
        tabIndex={-1}
        aria-labelledby="plans"
        className="mx-auto max-w-content px-4 pt-10 outline-none md:px-6 md:pt-14"
      >
        <div className="flex min-h-8 flex-wrap items-center justify-between gap-3">
          <h2 id="plans" className="text-24 font-semibold">
            {texts.plans}
          </h2>
          {own && <OwnPlan subscription={own} />}
        </div>
        {session.isError && (
          <Failure className="mt-4" onRetry={() => session.refetch()}>
            {texts.failedToLoadUserData}
          </Failure>
        )}
        {subscriptions.isError && (
          <Failure className="mt-4" onRetry={() => subscriptions.refetch()}>
            {texts.failedToFetchSubscriptions}
          </Failure>
        )}
        {catalogueFailed && (
          <Failure className="mt-4" onRetry={() => Promise.all([products.refetch(), settings.refetch()])}>
            {texts.failedToFetchSubscriptionProducts}
          </Failure>
        )}
        {problem && <Failure className="mt-4">{problem}</Failure>}
        <div className="mt-6">
          <PlanCards
            current={session.data && !user ? null : subscription}
            facts={{ service: settings.data?.service, billed, isUnreachable }}
            products={products.data}
            trialDays={trialDaysOf(settings)}
            supportEmail={session.data?.supportEmail}
            choosing={choosing}
            onChoose={choose}
          />
        </div>
        <EveryPlan />
      </section>
      <section
        aria-labelledby="questions"
        className="mx-auto grid max-w-content gap-x-16 gap-y-6 px-4 pt-20 md:px-6 lg:grid-cols-[20rem_1fr]"
      >
        <h2 id="questions" className="text-24 font-semibold">
          {texts.frequentlyAskedQuestions}
        </h2>
        <PlansFaq settings={settings.data} />
      </section>
      {bought && (
        <Checkout
          tier={bought}
          onClose={endPurchase}
          onBought={() => {
            endPurchase();
            navigate(paths.purchased());
          }}
        />
      )}
    </>
  );
}

/** Null if payments are off, or could not be loaded; undefined is not known yet. */
function trialDaysOf({ data, isError }: ReturnType<typeof usePaymentSettings>): number | undefined {
  if (!data) return isError ? 0 : undefined;
  return data.service ? data.trialDays : 0;
}

function OwnPlan({ subscription }: { subscription: Subscription }) {
  const { label, tone } = statusDisplay(subscription);
  return (
    <p className="flex items-center gap-2 text-muted">
      <Rich
        text={texts.yourPlanPlanname}
        with={{ planName: <span className="font-medium text-text">{subscription.planLimits.planName}</span> }}
      />
      <Badge tone={tone}>{label}</Badge>
    </p>
  );
}
