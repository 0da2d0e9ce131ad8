import { Link } from 'react-router';
import type { Subscription } from '#shared/billing.ts';
import { leaves } from '#shared/limits.ts';
import { plans, unlimited } from '#shared/plans.ts';
import { limitsOf, statusDisplay } from '#shared/subscription.ts';
import { cn } from '../../lib/cn.ts';
import { formatNumber } from '../../lib/numbers.ts';
import { paths } from '../../paths.ts';
import { texts } from '../../texts/en/billing.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { owedPlan } from './held/held-plan.ts';
import { useHeldPlan } from './held/use-held-plan.ts';
import { openPayment } from './open-payment.tsx';
import { useCurrentSubscription, useSubscriptions } from './use-subscriptions.ts';

interface PlanLimitsProps {
  userId: string;
  /** The page says above already that the plan has ended, and leads to the plans. */
  isOffline?: boolean;
  /** What is counted here: one's applications, or the revisions of one of them. */
  of: 'applications' | 'revisions';
  /** How many there are; undefined while that is not known. */
  used: number | undefined;
}

/** What one may upload and how much of it is used; administrators have no limits and no such box. */
export function PlanLimits({ userId, ...shown }: PlanLimitsProps) {
  const { isError, refetch } = useSubscriptions(userId);
  const current = useCurrentSubscription(userId);
  const held = useHeldPlan(userId);
  return (
    <Loaded
      query={{ data: current, isError, refetch }}
      failed={texts.failedToFetchSubscriptions}
      loading={texts.loadingYourPlan}
      waiting={<Skeleton className="h-30 rounded-picture md:h-19" />}
    >
      {(subscription) => <Limits subscription={subscription} held={held} {...shown} />}
    </Loaded>
  );
}

interface LimitsProps extends Omit<PlanLimitsProps, 'userId'> {
  /** Null: none that counts. Shown are the limits of the plan that is to be paid, or of the free one. */
  subscription: Subscription | null;
  /** What is paid for, or is to be: where it does not count, its payment is open. */
  held: Subscription | null | undefined;
}

function Limits({ subscription, held, isOffline = false, of, used }: LimitsProps) {
  const owed = owedPlan(subscription, held);
  const { tier, maxApps, maxRevisions } = limitsOf(subscription ?? owed);
  const limit = of === 'applications' ? maxApps : maxRevisions;
  // The limits without a plan are those of the free one, but nothing is added by them until it is chosen.
  const allowed = subscription ? limit : 0;
  const facts = [
    ...(of === 'applications' ? [[texts.maxApps, countText(limitOf(maxApps))]] : []),
    [texts.maxRevisionsPerApp, countText(limitOf(maxRevisions))],
    [texts.currentPlan, subscription || owed ? plans[tier].name : texts.none],
    [texts.used, countText(used)],
    [texts.remaining, countText(used === undefined ? undefined : leaves(allowed, used))],
  ];
  return (
    <section aria-labelledby="plan-limits" className="rounded-picture border border-line bg-surface">
      {owed && <Owed plan={owed} />}
      {subscription === null && !owed && (
        <div className="flex flex-wrap items-center justify-between gap-3 border-b border-line px-5 py-3">
          <p className="font-medium">{texts.noActiveSubscription}</p>
          {!isOffline && (
            <Button asChild variant="primary">
              <Link to={paths.subscriptions()}>{texts.chooseAPlan}</Link>
            </Button>
          )}
        </div>
      )}
      <div
        className={cn(
          'gap-x-10 gap-y-4 px-5 py-4 max-md:grid max-md:justify-between max-md:gap-3 max-md:px-4 max-md:py-3 md:flex md:flex-wrap md:items-center',
          narrowLook[of],
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

function Owed({ plan }: { plan: Subscription }) {
  const { title, message, way } = openPayment(plan);
  const { tone, label } = statusDisplay(plan);
  return (
    <div className="flex flex-wrap items-center justify-between gap-3 border-b border-line px-5 py-3">
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <Badge tone={tone}>{label}</Badge> <span className="font-medium">{title}</span>{' '}
        <span className="text-muted">{message}</span>
      </p>
      {way}
    </div>
  );
}

/** On phones: two lines of three that begin with the heading, or one line below it, of the height of its skeleton. */
const narrowLook: Record<PlanLimitsProps['of'], string> = {
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
