import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { Subscription } from '#shared/billing/billing.ts';
import { texts } from '#web/i18n/en/billing/manage.ts';
import { format } from '#web/i18n/format.ts';
import { Dialog } from '#web/ui/dialogs/dialog.tsx';
import { Skeleton } from '#web/ui/loading/skeleton.tsx';
import { ErrorState } from '#web/ui/loading/states.tsx';
import { useBilledPlan } from '../current-plan/use-billed-plan.ts';
import { useCurrentSubscription, useSubscriptions } from '../use-subscriptions.ts';
import { CancelView } from './cancel-view.tsx';
import { changeTitle } from './change-direction.ts';
import { ChangeView } from './change-view.tsx';
import type { ManagementRequest, Manager } from './management.tsx';
import { NoBilledPlan, Overview } from './overview.tsx';
import { UpgradeView } from './upgrade-view.tsx';
import { usePlanChanging } from './use-plan-changes.ts';
import type { Steps, View } from './view.ts';

interface ManagementDialogProps {
  manager: Manager;
  request: ManagementRequest;
  onClose: () => void;
}

/** The modal for managing a plan, one view at a time. */
export default function ManagementDialog({ manager, request, onClose }: ManagementDialogProps) {
  const first = firstView(request);
  const [view, setView] = useState(first);
  const body = useRef<HTMLDivElement>(null);
  const subscriptions = useSubscriptions(manager.userId);
  const current = useCurrentSubscription(manager.userId);
  const billed = useBilledPlan(manager.userId);
  const isChanging = usePlanChanging();
  /** The button that opened this view is gone; keyboard users continue in the next view. */
  const go = (next: View) => {
    flushSync(() => setView(next));
    body.current?.focus();
  };
  const isFirst = view.name === first.name;
  const steps: Steps = {
    go,
    back: () => {
      if (isChanging()) return;
      if (isFirst) onClose();
      else go({ name: 'overview' });
    },
    close: onClose,
  };
  const fitting = billed ? fittingView(view, billed) : view;
  const { title, description } = headOf(fitting, billed ?? null);
  return (
    <Dialog
      open
      wide
      title={title}
      description={description}
      // A running payment or cancellation cannot be interrupted.
      onOpenChange={(open) => !open && !isChanging() && onClose()}
    >
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for controls of a form */}
      <div ref={body} role="group" aria-label={title} tabIndex={-1} className="mt-6 outline-none">
        {billed && (
          <CurrentView
            view={fitting}
            billed={billed}
            manager={manager}
            backLabel={isFirst ? texts.notNow : texts.back}
            steps={steps}
          />
        )}
        {billed === null && <NoBilledPlan current={current ?? null} close={onClose} />}
        {billed === undefined && !subscriptions.isError && <ManagementSkeleton />}
        {billed === undefined && subscriptions.isError && (
          <ErrorState title={texts.failedToFetchSubscriptions} onRetry={() => subscriptions.refetch()} />
        )}
      </div>
    </Dialog>
  );
}

interface CurrentViewProps {
  view: View;
  billed: Subscription;
  manager: Manager;
  backLabel: string;
  steps: Steps;
}

function CurrentView({ view, billed, manager, ...rest }: CurrentViewProps) {
  switch (view.name) {
    case 'overview':
      return <Overview billed={billed} manager={manager} steps={rest.steps} />;
    case 'change':
      return <ChangeView billed={billed} to={view.to} {...rest} />;
    case 'upgrade':
      return <UpgradeView billed={billed} {...rest} />;
    case 'cancel':
      return <CancelView billed={billed} steps={rest.steps} />;
  }
}

function firstView({ plan, upgradeTrial }: ManagementRequest): View {
  if (plan) return { name: 'change', to: plan };
  return upgradeTrial ? { name: 'upgrade' } : { name: 'overview' };
}

/** The requested change may have been made in another window. */
function fittingView(view: View, billed: Subscription): View {
  const isDone =
    (view.name === 'change' && (view.to === billed.tier || billed.priceId === null)) ||
    (view.name === 'upgrade' && billed.status !== 'trialing') ||
    (view.name === 'cancel' && billed.cancelAtPeriodEnd);
  return isDone ? { name: 'overview' } : view;
}

function headOf(view: View, billed: Subscription | null): { title: string; description: string } {
  const name = billed?.planLimits.planName ?? '';
  switch (view.name) {
    case 'change':
      return {
        title: billed ? changeTitle(billed.tier, view.to) : texts.changePlan,
        description: texts.thePriceAndTheChanges,
      };
    case 'upgrade':
      return {
        title: texts.upgradeNow,
        description: name ? format(texts.endTrialAndPayFor, { name }) : texts.endTrialAndPay,
      };
    case 'cancel':
      return { title: format(texts.cancelName, { name }), description: texts.seeWhatHappensAfterYouCancel };
    case 'overview':
      return { title: texts.manageSubscription, description: texts.yourPlanAndYourPaymentMethod };
  }
}

function ManagementSkeleton() {
  return (
    <div role="status" className="grid gap-4">
      <span className="sr-only">{texts.loading}</span>
      <Skeleton className="h-7 w-40" />
      <Skeleton className="h-24" />
      <Skeleton className="h-16" />
    </div>
  );
}
