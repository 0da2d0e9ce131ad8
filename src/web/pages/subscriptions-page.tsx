import { RotateCw } from 'lucide-react';
import { useEffect, useEffectEvent } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import type { Session } from '#shared/accounts.ts';
import { type Subscription, statusDisplay } from '#shared/billing.ts';
import { messageOf } from '../api.ts';
import { useSession } from '../features/accounts/session.ts';
import { useSignIn } from '../features/accounts/sign-in.tsx';
import { EveryPlan } from '../features/billing/every-plan.tsx';
import { PlanCards } from '../features/billing/plan-cards.tsx';
import { PlansFaq } from '../features/billing/plans-faq.tsx';
import {
  useChooseFreePlan,
  useCurrentSubscription,
  useSubscriptions,
} from '../features/billing/use-subscriptions.ts';
import { forgetWantedPlan, rememberWantedPlan, takeWantedPlan } from '../features/billing/wanted-plan.ts';
import { useAnchor } from '../lib/use-anchor.ts';
import { usePageTitle } from '../lib/use-page-title.ts';
import { chosenMark, paths } from '../paths.ts';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { Panel } from '../ui/panel.tsx';
import { toast } from '../ui/toast.tsx';
import { PlansHeadline } from './plans-headline.tsx';

export default function SubscriptionsPage() {
  usePageTitle('Subscriptions');
  useAnchor('pricing');
  const session = useSession();
  const user = session.data?.user;
  const subscriptions = useSubscriptions(user?.id);
  const subscription = useCurrentSubscription(user?.id);
  const { choose, choosing, problem } = useChoice(session.data);
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
            Plans
          </h2>
          {subscription && <OwnPlan subscription={subscription} />}
        </div>
        {session.isError && <Failure text="Failed to load user data" onRetry={() => session.refetch()} />}
        {subscriptions.isError && (
          <Failure text="Failed to fetch subscriptions" onRetry={() => subscriptions.refetch()} />
        )}
        {problem && <Failure text={problem} />}
        <div className="mt-6">
          <PlanCards
            current={session.data && !user ? null : subscription}
            supportEmail={session.data?.supportEmail}
            choosing={choosing}
            onChooseIndie={choose}
          />
        </div>
        <EveryPlan />
      </section>
      <section
        aria-labelledby="questions"
        className="mx-auto grid max-w-content gap-x-16 gap-y-6 px-4 pt-20 md:px-6 lg:grid-cols-[20rem_1fr]"
      >
        <h2 id="questions" className="text-24 font-semibold">
          Questions, answered
        </h2>
        <PlansFaq />
      </section>
    </>
  );
}

/** Choosing Indie. Signing in comes first where that is needed, and the choice goes on after it. */
function useChoice(session: Session | undefined) {
  const isKnown = session !== undefined;
  const userId = session?.user?.id;
  const isAdmin = session?.user?.role === 'admin';
  const navigate = useNavigate();
  const openSignIn = useSignIn();
  const freePlan = useChooseFreePlan(() => {
    toast('You are on the Indie plan.');
    navigate(paths.home());
  });
  const mark = useSearchParams()[0].get(chosenMark);
  /** Whatever came of the sign-in, it counts once; without one, the choice is given up. */
  const comeBack = useEffectEvent((chosen: string) => {
    const wanted = takeWantedPlan(chosen) && userId !== undefined;
    // Administrators have every right already.
    if (wanted && isAdmin) return navigate(paths.home(), { replace: true });
    if (wanted) freePlan.mutate();
    navigate(paths.pricing(), { replace: true });
  });
  useEffect(() => {
    if (isKnown && mark !== null) comeBack(mark);
  }, [isKnown, mark]);
  const choose = () => {
    if (userId) return freePlan.mutate();
    openSignIn({ returnTo: paths.chosenPlan(rememberWantedPlan()), onClose: forgetWantedPlan });
  };
  return { choose, choosing: freePlan.isPending, problem: freePlan.error && messageOf(freePlan.error) };
}

function Failure({ text, onRetry }: { text: string; onRetry?: () => void }) {
  return (
    <Panel tone="danger" role="alert" className="mt-4 flex flex-wrap items-center justify-between gap-3">
      {text}
      {onRetry && (
        <Button onClick={onRetry}>
          <RotateCw strokeWidth={1.75} aria-hidden="true" />
          Try Again
        </Button>
      )}
    </Panel>
  );
}

function OwnPlan({ subscription }: { subscription: Subscription }) {
  const { label, tone } = statusDisplay(subscription.status);
  return (
    <p className="flex items-center gap-2 text-muted">
      Your plan: <span className="font-medium text-text">{subscription.planLimits.planName}</span>
      <Badge tone={tone}>{label}</Badge>
    </p>
  );
}
