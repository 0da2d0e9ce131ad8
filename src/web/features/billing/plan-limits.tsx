import { Link } from 'react-router';
import type { Subscription } from '#shared/billing.ts';
import { leaves } from '#shared/limits.ts';
import { plans, unlimited } from '#shared/plans.ts';
import { limitsOf, statusDisplay } from '#shared/subscription.ts';
import { paths } from '../../paths.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { PortalButton } from './portal/portal-button.tsx';

interface PlanLimitsProps {
  /** Null: none that counts. Shown are the limits of the plan that is to be paid, or of the free one. */
  subscription: Subscription | null;
  /** What is paid for, or is to be: where it does not count, its payment is open. */
  held: Subscription | null | undefined;
  /** The page says above already that the plan has ended, and leads to the plans. */
  isOffline?: boolean;
  /** What is counted here: one's applications, or the revisions of one of them. */
  of: 'applications' | 'revisions';
  /** How many there are; undefined while that is not known. */
  used: number | undefined;
}

/** What one may upload and how much of it is used; administrators have no limits and no such box. */
export default function PlanLimits({ subscription, held, isOffline = false, of, used }: PlanLimitsProps) {
  const owed = subscription === null ? (held ?? null) : null;
  const { tier, maxApps, maxRevisions } = limitsOf(subscription ?? owed);
  const limit = of === 'applications' ? maxApps : maxRevisions;
  const facts = [
    ['Current plan', subscription || owed ? plans[tier].name : 'None'],
    ...(of === 'applications' ? [['Max apps', countText(limitOf(maxApps))]] : []),
    ['Max revisions per app', countText(limitOf(maxRevisions))],
    ['Used', countText(used)],
    ['Remaining', countText(used === undefined ? undefined : leaves(owed ? 0 : limit, used))],
  ];
  return (
    <section aria-labelledby="plan-limits" className="rounded-picture border border-line bg-surface">
      {owed && (
        <div className="flex flex-wrap items-center justify-between gap-3 border-b border-line px-5 py-3">
          <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
            <Badge tone={statusDisplay(owed.status).tone}>{statusDisplay(owed.status).label}</Badge>{' '}
            <span className="font-medium">A payment for {plans[tier].name} is open.</span>{' '}
            <span className="text-muted">Until it is paid, nothing can be added.</span>
          </p>
          <PortalButton>Open Billing Portal</PortalButton>
        </div>
      )}
      {subscription === null && !owed && (
        <div className="flex flex-wrap items-center justify-between gap-3 border-b border-line px-5 py-3">
          <p className="font-medium">No active subscription</p>
          {!isOffline && (
            <Button asChild variant="primary">
              <Link to={paths.subscriptions()}>Choose a Plan</Link>
            </Button>
          )}
        </div>
      )}
      <div className="flex flex-wrap items-center gap-x-10 gap-y-4 px-5 py-4">
        <h2 id="plan-limits" className="text-14 font-semibold max-md:w-full">
          Your Plan Limits
        </h2>
        <dl className="grid flex-1 grid-cols-2 gap-x-8 gap-y-3 sm:grid-cols-3 md:grid-flow-col md:auto-cols-auto md:grid-cols-none">
          {facts.map(([term, value]) => (
            <div key={term} className="flex flex-col-reverse">
              <dt className="text-12 text-muted">{term}</dt>
              <dd className="text-16 font-medium tabular-nums">{value}</dd>
            </div>
          ))}
        </dl>
      </div>
    </section>
  );
}

function limitOf(limit: number): number {
  return limit === unlimited ? Number.POSITIVE_INFINITY : limit;
}

function countText(count: number | undefined): string {
  if (count === undefined) return '–';
  return count === Number.POSITIVE_INFINITY ? '∞' : String(count);
}
