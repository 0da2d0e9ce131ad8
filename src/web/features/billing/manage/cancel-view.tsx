import type { Subscription } from '#shared/billing/billing.ts';
import { deletionAfter } from '#shared/billing/offline-days.ts';
import { toMilliseconds } from '#shared/text/dates.ts';
import { texts } from '#web/i18n/en/billing/manage.ts';
import { format } from '#web/i18n/format.ts';
import { formatDate } from '#web/lib/format/dates.ts';
import { FieldError } from '#web/ui/forms/field.tsx';
import { OrderedList } from '#web/ui/lists/list.tsx';
import { toast } from '#web/ui/loading/toast.tsx';
import { isOverdue } from '../current-plan/use-billed-plan.ts';
import { Actions } from './actions.tsx';
import { cancelProblem } from './cancel-problem.ts';
import { useCancel } from './use-plan-changes.ts';
import type { Steps } from './view.ts';

/** Asks before a plan is cancelled, and explains the consequences. */
export function CancelView({ billed, steps }: { billed: Subscription; steps: Steps }) {
  const { planName } = billed.planLimits;
  const until = formatDate(billed.currentPeriodEnd);
  const cancel = useCancel(billed, () => {
    toast(format(texts.yourSubscriptionIsCancelled, { planName, until }));
    steps.go({ name: 'overview' });
  });
  return (
    <div className="grid gap-5">
      <OrderedList className="grid gap-3">
        {consequences(billed).map(({ when, what }) => (
          <li key={when} className="grid gap-x-4 border-s-2 border-line ps-4 sm:grid-cols-[10rem_1fr]">
            <span className="font-medium">{when}</span>
            <span className="text-muted">{what}</span>
          </li>
        ))}
      </OrderedList>
      <p className="text-muted">{texts.chooseAPlanBeforeThenSuchAsThe}</p>
      {cancel.isError && <FieldError id="cancel-failed">{cancelProblem(cancel.error)}</FieldError>}
      <Actions
        back={{ label: format(texts.keepPlanname, { planName }), onClick: steps.back }}
        confirm={{ label: texts.cancelSubscription, variant: 'danger', onClick: () => cancel.mutate() }}
        pending={cancel.isPending}
      />
    </div>
  );
}

function consequences(billed: Subscription): { when: string; what: string }[] {
  const { planName } = billed.planLimits;
  const end = toMilliseconds(billed.currentPeriodEnd);
  const offline = texts.yourApplicationsAndOrganizationsGo;
  const deleted = texts.everythingThatIsStillOfflineIs;
  if (end === null || !Number.isFinite(end))
    return [
      { when: texts.atTheEnd, what: offline },
      { when: texts.n30DaysLater, what: deleted },
    ];
  return [
    {
      when: format(texts.untilCurrentperiodend, { currentPeriodEnd: formatDate(billed.currentPeriodEnd) }),
      what: untilThen(billed, planName),
    },
    { when: texts.afterThat, what: offline },
    { when: formatDate(deletionAfter(new Date(end)).toISOString()), what: deleted },
  ];
}

function untilThen(billed: Subscription, planName: string): string {
  if (isOverdue(billed)) return texts.yourLastPaymentIsStillOpenAnd;
  if (billed.status === 'trialing') return texts.yourFreeTrialContinuesAndNothing;
  return format(texts.youKeepPlannameAndNothingMoreIs, { planName });
}
