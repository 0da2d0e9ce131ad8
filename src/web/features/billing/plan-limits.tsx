import { Link } from 'react-router';
import { limitsOf, type Subscription } from '#shared/billing.ts';
import { leaves } from '#shared/limits.ts';
import { plans, unlimited } from '#shared/plans.ts';
import { paths } from '../../paths.ts';
import { Button } from '../../ui/button.tsx';

interface PlanLimitsProps {
  /** Null: none. Shown are the limits of the free plan. */
  subscription: Subscription | null;
  /** What is counted here: one's applications, or the revisions of one of them. */
  of: 'applications' | 'revisions';
  /** How many there are; undefined while that is not known. */
  used: number | undefined;
}

/** What one may upload and how much of it is used; administrators have no limits and no such box. */
export function PlanLimits({ subscription, of, used }: PlanLimitsProps) {
  const { tier, maxApps, maxRevisions } = limitsOf(subscription);
  const limit = of === 'applications' ? maxApps : maxRevisions;
  const facts = [
    ['Current plan', subscription ? plans[tier].name : 'None'],
    ...(of === 'applications' ? [['Max apps', countText(limitOf(maxApps))]] : []),
    ['Max revisions per app', countText(limitOf(maxRevisions))],
    ['Used', countText(used)],
    ['Remaining', countText(used === undefined ? undefined : leaves(limit, used))],
  ];
  return (
    <section aria-labelledby="plan-limits" className="rounded-picture border border-line bg-surface">
      {subscription === null && (
        <div className="flex flex-wrap items-center justify-between gap-3 border-b border-line px-5 py-3">
          <p className="font-medium">No active subscription</p>
          <Button asChild variant="primary">
            <Link to={paths.subscriptions()}>Choose a Plan</Link>
          </Button>
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
