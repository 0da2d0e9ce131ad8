import type { Subscription } from '#shared/billing/billing.ts';
import { remainingCount } from '#shared/billing/limits.ts';
import { planLimits, plans, unlimited } from '#shared/billing/plans.ts';
import { limitsOf, statusDisplay } from '#shared/billing/subscription.ts';
import { texts } from '../../i18n/en/billing.ts';
import { Rich } from '../../i18n/rich.tsx';
import { cn } from '../../lib/cn.ts';
import { formatNumber } from '../../lib/format/numbers.ts';
import { Button } from '../../ui/forms/button.tsx';
import { Badge } from '../../ui/layout/badge.tsx';
import { PlansLink } from '../../ui/layout/plans-link.tsx';
import { List } from '../../ui/lists/list.tsx';
import { Loaded } from '../../ui/loading/loaded.tsx';
import { Skeleton } from '../../ui/loading/skeleton.tsx';
import { unpaidPlan } from './current-plan/billed-plan.ts';
import { useBilledPlan } from './current-plan/use-billed-plan.ts';
import { openPayment } from './open-payment.tsx';
import { limitsText } from './plans/limit-text.ts';
import { useCurrentSubscription, useSubscriptions } from './use-subscriptions.ts';

interface PlanLimitsProps {
  userId: string;
  /** The page already has the banner about the ended plan, with its link. */
  isOffline?: boolean;
  /** The counted objects: applications, or the revisions of one of them. */
  of: 'applications' | 'revisions';
  /** Their number; undefined if not known. */
  used: number | undefined;
}

/** The upload limits and their usage; administrators have no limits and no such box. */
export function PlanLimits({ userId, ...shown }: PlanLimitsProps) {
  const { isError, refetch } = useSubscriptions(userId);
  const current = useCurrentSubscription(userId);
  const billed = useBilledPlan(userId);
  return (
    <Loaded
      query={{ data: current, isError, refetch }}
      failed={texts.failedToFetchSubscriptions}
      loading={texts.loadingYourPlan}
      waiting={<Skeleton className="h-30 rounded-picture md:h-19" />}
    >
      {(subscription) => <Limits subscription={subscription} billed={billed} {...shown} />}
    </Loaded>
  );
}

interface LimitsProps extends Omit<PlanLimitsProps, 'userId'> {
  /** Null: no subscription counts. Then the limits of the plan with an open payment are shown, if there is one. */
  subscription: Subscription | null;
  /** The plan that is paid or has an open payment. If it does not count, its payment is open. */
  billed: Subscription | null | undefined;
}

function Limits({ subscription, billed, isOffline = false, of, used }: LimitsProps) {
  const owed = unpaidPlan(subscription, billed);
  const plan = subscription ?? owed;
  if (!plan) return <NoPlan isOffline={isOffline} />;
  const { tier, maxApps, maxRevisions } = limitsOf(plan);
  const limit = of === 'applications' ? maxApps : maxRevisions;
  // A plan adds nothing before it is paid.
  const allowed = subscription ? limit : 0;
  const facts = [
    ...(of === 'applications' ? [[texts.maxApps, countText(limitOf(maxApps))]] : []),
    [texts.maxRevisionsPerApp, countText(limitOf(maxRevisions))],
    [texts.currentPlan, plans[tier].name],
    [texts.used, countText(used)],
    [texts.remaining, countText(used === undefined ? undefined : remainingCount(allowed, used))],
  ];
  return (
    <section aria-labelledby="plan-limits" className="rounded-picture border border-line bg-surface">
      {owed && <Unpaid plan={owed} />}
      <div
        className={cn(
          'gap-x-10 gap-y-4 px-5 py-4 max-md:grid max-md:justify-between max-md:gap-3 max-md:px-4 max-md:py-3 md:flex md:flex-wrap md:items-center',
          narrowClasses[of],
        )}
      >
        <h2 id="plan-limits" className="text-14 font-semibold">
          {texts.yourPlanLimits}
        </h2>
        <dl className="flex-1 max-md:contents md:grid md:auto-cols-auto md:grid-flow-col md:gap-x-8">
          {facts.map(([term, value]) => (
            <div key={term} className="flex flex-col-reverse justify-end">
              <dt className="text-12 text-muted">{term}</dt>
              <dd className="text-16 font-medium tabular-nums">
                <bdi>{value}</bdi>
              </dd>
            </div>
          ))}
        </dl>
      </div>
    </section>
  );
}

const chosenTiers = ['indie', 'pro', 'pro-plus'] as const;

/** Replaces missing limits: the offer of each plan. */
function NoPlan({ isOffline }: { isOffline: boolean }) {
  return (
    <section
      aria-labelledby="plan-limits"
      className="flex flex-wrap items-center justify-between gap-x-8 gap-y-3 rounded-picture border border-line bg-surface px-5 py-3 max-md:px-4"
    >
      <div className="min-w-0">
        <h2 id="plan-limits" className="text-14 font-semibold">
          {texts.yourPlanLimits}
        </h2>
        <p className="font-medium">{texts.noActiveSubscription}</p>
        <List className="mt-1 flex flex-wrap gap-x-6 text-13 text-muted">
          {chosenTiers.map((tier) => (
            <li key={tier}>
              <Rich
                text={tier === 'indie' ? texts.freePlanGives : texts.planGives}
                with={{
                  name: <span className="text-text">{plans[tier].name}</span>,
                  limits: limitsText(planLimits(tier)),
                }}
              />
            </li>
          ))}
        </List>
      </div>
      {!isOffline && (
        <Button asChild variant="primary">
          <PlansLink>{texts.chooseAPlan}</PlansLink>
        </Button>
      )}
    </section>
  );
}

function Unpaid({ plan }: { plan: Subscription }) {
  const { title, message, action } = openPayment(plan);
  const { tone, label } = statusDisplay(plan);
  return (
    <div className="flex flex-wrap items-center justify-between gap-3 border-b border-line px-5 py-3">
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <Badge tone={tone}>{label}</Badge> <span className="font-medium">{title}</span>{' '}
        <span className="text-muted">{message}</span>
      </p>
      {action}
    </div>
  );
}

/** On phones: two lines of three with the heading, or one line below it, in the height of its skeleton. */
const narrowClasses: Record<PlanLimitsProps['of'], string> = {
  applications: 'max-md:grid-cols-[repeat(3,auto)]',
  revisions: 'max-md:grid-cols-[repeat(4,auto)] max-md:[&_dt]:max-w-20 max-md:[&_h2]:col-span-4',
};

function limitOf(limit: number): number {
  return limit === unlimited ? Number.POSITIVE_INFINITY : limit;
}

function countText(count: number | undefined): string {
  if (count === undefined) return '–';
  return count === Number.POSITIVE_INFINITY ? '∞' : formatNumber(count);
}
