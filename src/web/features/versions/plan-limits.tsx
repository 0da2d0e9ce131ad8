import type { Subscription } from '#shared/billing.ts';
import { leaves } from '#shared/limits.ts';
import { unlimited } from '#shared/plans.ts';
import { Section } from './section.tsx';

interface PlanLimitsProps {
  subscription: Subscription | null;
  /** How many versions the application has; undefined while that is not known. */
  used: number | undefined;
}

/** How many revisions the plan allows, and how many of them this application has taken. */
export function PlanLimits({ subscription, used }: PlanLimitsProps) {
  if (!subscription) {
    return (
      <Section title="Your Plan Limits">
        <p>No active subscription</p>
      </Section>
    );
  }
  const { planName, maxRevisionsPerApp: limit } = subscription.planLimits;
  const left = used === undefined ? undefined : leaves(limit, used);
  return (
    <Section title="Your Plan Limits">
      <dl className="grid grid-cols-2 gap-x-6 gap-y-4 sm:grid-cols-4">
        <Figure term="Current plan" value={planName} />
        <Figure term="Max revisions per app" value={limit === unlimited ? '∞' : limit} />
        <Figure term="Used" value={used ?? '–'} />
        <Figure term="Remaining" value={left === Number.POSITIVE_INFINITY ? '∞' : (left ?? '–')} />
      </dl>
    </Section>
  );
}

function Figure({ term, value }: { term: string; value: string | number }) {
  return (
    <div>
      <dt className="text-13 text-muted">{term}</dt>
      <dd className="mt-0.5 text-20 font-semibold tabular-nums">{value}</dd>
    </div>
  );
}
