import { Link } from 'react-router';
import { limitsOf, type Subscription } from '#shared/billing.ts';
import { plans, unlimited } from '#shared/plans.ts';
import { paths } from '../../paths.ts';
import { Button } from '../../ui/button.tsx';
import { everyOwnApp, useApplicationCount } from './list/use-applications.ts';

interface PlanLimitsProps {
  /** Null: none. Shown are the limits of the free plan. */
  subscription: Subscription | null;
}

/** What one may upload and how much of it is used; administrators have no limits and no such box. */
export function PlanLimits({ subscription }: PlanLimitsProps) {
  const { tier, maxApps, maxRevisions } = limitsOf(subscription);
  const used = useApplicationCount(everyOwnApp).data?.count;
  const remaining = used === undefined || maxApps === unlimited ? maxApps : Math.max(0, maxApps - used);
  const facts = [
    ['Current plan', subscription ? plans[tier].name : 'None'],
    ['Max apps', limitText(maxApps)],
    ['Max revisions per app', limitText(maxRevisions)],
    ['Used', used === undefined ? '–' : String(used)],
    ['Remaining', used === undefined ? '–' : limitText(remaining)],
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
        <dl className="grid flex-1 grid-cols-2 gap-x-8 gap-y-3 sm:grid-cols-3 md:grid-cols-[repeat(5,auto)]">
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

function limitText(limit: number): string {
  return limit === unlimited ? '∞' : String(limit);
}
