import { Film, Layers, Link2, type LucideIcon, RotateCw, ShieldCheck, Sparkles, Upload } from 'lucide-react';
import { useEffect, useEffectEvent } from 'react';
import { useNavigate } from 'react-router';
import { type Subscription, statusDisplay } from '#shared/billing.ts';
import { messageOf } from '../api.ts';
import { useSession } from '../features/accounts/session.ts';
import { useSignIn } from '../features/accounts/sign-in.tsx';
import { PlanCards } from '../features/billing/plan-cards.tsx';
import { PlansFaq } from '../features/billing/plans-faq.tsx';
import {
  useChooseFreePlan,
  useCurrentSubscription,
  useSubscriptions,
} from '../features/billing/use-subscriptions.ts';
import { rememberWantedPlan, takeWantedPlan } from '../features/billing/wanted-plan.ts';
import { useAnchor } from '../lib/use-anchor.ts';
import { usePageTitle } from '../lib/use-page-title.ts';
import { paths } from '../paths.ts';
import { LightField } from '../shell/light-field.tsx';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { Panel } from '../ui/panel.tsx';
import { toast } from '../ui/toast.tsx';

export default function SubscriptionsPage() {
  usePageTitle('Subscriptions');
  useAnchor('pricing');
  const session = useSession();
  const user = session.data?.user;
  const subscriptions = useSubscriptions(user?.id);
  const subscription = useCurrentSubscription(user?.id);
  const { choose, choosing, problem } = useChoice(user?.id, user?.role === 'admin');
  return (
    <>
      <Headline />
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
        {subscriptions.isError && (
          <Panel
            tone="danger"
            role="alert"
            className="mt-4 flex flex-wrap items-center justify-between gap-3"
          >
            Failed to fetch subscriptions
            <Button onClick={() => subscriptions.refetch()}>
              <RotateCw strokeWidth={1.75} aria-hidden="true" />
              Try Again
            </Button>
          </Panel>
        )}
        {problem && (
          <Panel tone="danger" role="alert" className="mt-4">
            {problem}
          </Panel>
        )}
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
function useChoice(userId: string | undefined, isAdmin: boolean) {
  const navigate = useNavigate();
  const openSignIn = useSignIn();
  const freePlan = useChooseFreePlan(() => {
    toast('You are on the Indie plan.');
    navigate(paths.home());
  });
  const resume = useEffectEvent(() => {
    if (!takeWantedPlan()) return;
    // Administrators have every right already.
    if (isAdmin) navigate(paths.home());
    else freePlan.mutate();
  });
  useEffect(() => {
    if (userId) resume();
  }, [userId]);
  const choose = () => {
    if (userId) return freePlan.mutate();
    rememberWantedPlan();
    openSignIn({ returnTo: paths.pricing() });
  };
  return { choose, choosing: freePlan.isPending, problem: freePlan.error && messageOf(freePlan.error) };
}

function Headline() {
  return (
    <section className="relative overflow-clip border-b border-line">
      <LightField />
      <div className="relative mx-auto grid max-w-content gap-x-16 gap-y-10 px-4 py-12 md:px-6 md:py-16 lg:grid-cols-[1fr_1fr] lg:items-end">
        <div className="grid gap-4">
          <h1 className="text-32 font-semibold md:text-44">
            Free to open.
            <br />
            Room to grow.
          </h1>
          <p className="max-w-md text-16 text-muted">
            Every plan is the whole theatre. You choose how many screens are lit.
          </p>
        </div>
        <ul className="grid gap-x-8 gap-y-5 sm:grid-cols-3 lg:grid-cols-1">
          {blurbs.map(({ icon: Icon, title, text }) => (
            <li key={title} className="grid grid-cols-[1.25rem_1fr] gap-x-3">
              <Icon size={20} strokeWidth={1.75} aria-hidden="true" className="mt-0.5" />
              <div>
                <h2 className="text-16 font-semibold">{title}</h2>
                <p className="text-muted">{text}</p>
              </div>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}

interface Blurb {
  icon: LucideIcon;
  title: string;
  text: string;
}

const blurbs: Blurb[] = [
  { icon: Sparkles, title: 'Start without a card', text: 'Indie is free for as long as you like.' },
  { icon: Film, title: 'No plan plays slower', text: 'Every game is served the same way, whatever you pay.' },
  {
    icon: Layers,
    title: 'Nothing is lost on the way down',
    text: 'A smaller plan never deletes what you made.',
  },
];

const included: Blurb[] = [
  { icon: Upload, title: 'Resumable uploads', text: 'A lost connection costs nothing that has arrived.' },
  { icon: ShieldCheck, title: 'An origin of its own', text: 'Each game is sealed off from every other.' },
  { icon: Link2, title: 'Private share links', text: 'Show a build to those you choose, and take it back.' },
  { icon: Sparkles, title: 'Six themes', text: 'Your own page, or one of five around the game.' },
];

function EveryPlan() {
  return (
    <div className="mt-12">
      <h3 className="text-16 font-semibold">In every plan</h3>
      <ul className="mt-4 grid gap-x-8 gap-y-6 sm:grid-cols-2 xl:grid-cols-4">
        {included.map(({ icon: Icon, title, text }) => (
          <li key={title} className="grid content-start gap-1 border-t border-line pt-4">
            <h4 className="flex items-center gap-2 font-medium">
              <Icon size={16} strokeWidth={1.75} aria-hidden="true" className="text-muted" />
              {title}
            </h4>
            <p className="text-muted">{text}</p>
          </li>
        ))}
      </ul>
    </div>
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
