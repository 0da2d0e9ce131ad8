import { Link } from 'react-router';
import { periodEndLabel, type Subscription, statusDisplay } from '#shared/billing.ts';
import { unlimited } from '#shared/plans.ts';
import { formatDate } from '../../lib/dates.ts';
import { paths } from '../../paths.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';

/** The plan somebody has, in what state it is and until when. */
export function SubscriptionStatus({ subscription }: { subscription: Subscription | null }) {
  if (subscription === null) {
    return (
      <div className="flex flex-wrap items-center justify-between gap-4">
        <p>No active subscription</p>
        <Button asChild variant="primary">
          <Link to={paths.subscriptions()}>Choose a Plan</Link>
        </Button>
      </div>
    );
  }
  const { planLimits, status, trialEnd, isTrialActive, currentPeriodEnd } = subscription;
  const display = statusDisplay(status);
  return (
    <div className="flex flex-wrap items-start justify-between gap-4">
      <div>
        <p className="flex flex-wrap items-center gap-2">
          <span className="text-20 font-semibold">{planLimits.planName}</span>
          <Badge tone={display.tone}>{display.label}</Badge>
        </p>
        <p className="mt-1 text-13 text-muted">
          {limit(planLimits.maxApplications, 'application')},{' '}
          {limit(planLimits.maxRevisionsPerApp, 'revision')} each
        </p>
        <dl className="mt-3 grid grid-cols-[auto_1fr] gap-x-6 gap-y-1 empty:hidden">
          {isTrialActive && trialEnd && <DatedFact term="Trial ends" date={trialEnd} />}
          {currentPeriodEnd && <DatedFact term={periodEndLabel(subscription)} date={currentPeriodEnd} />}
        </dl>
      </div>
      {!subscription.isAdmin && (
        <Button asChild>
          <Link to={paths.subscriptions()}>See plans</Link>
        </Button>
      )}
    </div>
  );
}

function DatedFact({ term, date }: { term: string; date: string }) {
  return (
    <>
      <dt className="text-muted">{term}</dt>
      <dd>
        <time dateTime={date}>{formatDate(date)}</time>
      </dd>
    </>
  );
}

function limit(count: number, noun: string): string {
  return `${count === unlimited ? 'Unlimited' : count} ${noun}${count === 1 ? '' : 's'}`;
}
