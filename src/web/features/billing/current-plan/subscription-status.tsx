import { Link } from 'react-router';
import type { Subscription } from '#shared/billing/billing.ts';
import { texts } from '#web/i18n/en/billing/current-plan.ts';
import { format } from '#web/i18n/format.ts';
import { paths } from '#web/paths.ts';
import { Button } from '#web/ui/forms/button.tsx';
import { Skeleton } from '#web/ui/loading/skeleton.tsx';
import { useManagement } from '../manage/management.tsx';
import { DiscordFact } from './discord-fact.tsx';
import { PlanFacts } from './plan-facts.tsx';

interface SubscriptionStatusProps {
  /** The subscription that counts. */
  current: Subscription | null;
  /** The plan that is paid or has an open payment; differs for administrators. */
  billed: Subscription | null;
  /** A purchase was just made, and is not confirmed yet. */
  isAwaited: boolean;
}

/** The plan, its state and its end, with the button to change it. */
export function SubscriptionStatus({ current, billed, isAwaited }: SubscriptionStatusProps) {
  const shown = current ?? billed;
  if (isAwaited) return <p role="status">{texts.yourPaymentIsBeingConfirmed}</p>;
  if (shown === null) {
    return (
      <div className="flex flex-wrap items-center justify-between gap-4">
        <p>{texts.noActiveSubscription}</p>
        <Button asChild variant="primary">
          <Link to={paths.subscriptions()}>{texts.chooseAPlan}</Link>
        </Button>
      </div>
    );
  }
  return (
    <>
      <PlanFacts subscription={shown}>
        <DiscordFact />
      </PlanFacts>
      {shown.isAdmin && billed && (
        <p className="mt-4 text-muted">
          {format(texts.yourRoleIncludesAllPermissions, { planName: billed.planLimits.planName })}
        </p>
      )}
      <div className="mt-4 flex flex-wrap gap-3 empty:hidden">
        {billed && <ManageButton />}
        {!shown.isAdmin && (
          <Button asChild>
            <Link to={paths.subscriptions()}>{texts.seePlans}</Link>
          </Button>
        )}
      </div>
    </>
  );
}

function ManageButton() {
  const manage = useManagement();
  return (
    <Button aria-label={texts.manageSubscription} onClick={() => manage()}>
      {texts.manage}
    </Button>
  );
}

/** In the shape of a running plan. */
export function StatusSkeleton() {
  return (
    <div>
      <Skeleton className="h-7 w-28" />
      <Skeleton className="mt-2 h-4 w-56 max-w-full" />
      <div className="mt-4 flex h-11 items-center border-y border-line">
        <Skeleton className="h-4 w-40" />
      </div>
      <Skeleton className="mt-4 h-11 w-48 md:h-9" />
    </div>
  );
}
