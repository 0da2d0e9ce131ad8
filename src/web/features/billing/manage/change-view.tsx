import type { Subscription } from '#shared/billing/billing.ts';
import type { previewChange } from '#shared/billing/payments.ts';
import { type PaidTier, plans } from '#shared/billing/plans.ts';
import type { CallOutput } from '#shared/contract/contract.ts';
import { texts } from '#web/i18n/en/billing/manage.ts';
import { format } from '#web/i18n/format.ts';
import { formatDate } from '#web/lib/format/dates.ts';
import { formatMoney } from '#web/lib/format/money.ts';
import { useAppCount } from '#web/lib/hooks/use-app-count.ts';
import { Panel } from '#web/ui/layout/panel.tsx';
import { toast } from '#web/ui/loading/toast.tsx';
import { methodName } from '../current-plan/method-text.ts';
import { priceOf, useProducts } from '../use-catalogue.ts';
import { Actions } from './actions.tsx';
import { changeTitle, fitText, isUpgrade } from './change-direction.ts';
import { Cost } from './cost.tsx';
import { ProblemPanel } from './problem-panel.tsx';
import { upgradeProblem } from './upgrade-problem.ts';
import { useChange, useChangePreview, usePaymentDetails } from './use-plan-changes.ts';
import type { Steps } from './view.ts';

interface ChangeViewProps {
  billed: Subscription;
  to: PaidTier;
  backLabel: string;
  steps: Steps;
}

/** Changes the plan: shows the amounts now and later, and the consequences for content. */
export function ChangeView({ billed, to, backLabel, steps }: ChangeViewProps) {
  const { name, maxApps } = plans[to];
  const up = isUpgrade(billed.tier, to);
  const products = useProducts();
  const price = priceOf(products.data, to);
  const preview = useChangePreview(billed, price.id);
  const details = usePaymentDetails(billed, true).data;
  const used = useAppCount();
  const change = useChange(billed, () => {
    toast(format(texts.youAreOnTheNamePlan, { name }));
    steps.go({ name: 'overview' });
  });
  const isUnsold = products.isError || (products.isSuccess && price.id === null);
  const due = preview.data?.amountDue ?? 0;
  return (
    <div className="grid gap-5">
      <Cost
        query={{
          data: preview.data,
          error: preview.error,
          isError: preview.isError || isUnsold,
          refetch: () => Promise.all([products.refetch(), price.id && preview.refetch()]),
        }}
      >
        {preview.data && <Now billed={billed} to={to} bill={preview.data} />}
        {due > 0 && details?.paymentMethod && (
          <p>{format(texts.chargedToPaymentmethod, { paymentMethod: methodName(details.paymentMethod) })}</p>
        )}
        <p>
          {thenText(
            billed,
            format(texts.perMonth, { price: formatMoney(price.amount, price.currency) }),
            details?.isDiscounted,
          )}
        </p>
      </Cost>
      <div className="grid gap-2">
        {up && (
          <p>
            {format(texts.maxappsApplicationsInsteadOf, {
              maxApps,
              maxApplications: billed.planLimits.maxApplications,
            })}
          </p>
        )}
        {!up && used !== undefined && <p>{fitText(used, maxApps, name)}</p>}
        {billed.cancelAtPeriodEnd && <p>{format(texts.cancellationWithdrawnAndRenews, { name })}</p>}
      </div>
      {change.isError && (
        <ProblemPanel
          problem={upgradeProblem(change.error, up ? texts.upgradeFailed : texts.downgradeFailed)}
        />
      )}
      {billed.priceId === null && <Panel tone="warning">{texts.thisPlanCannotBeChangedHere}</Panel>}
      <Actions
        back={{ label: backLabel, onClick: steps.back }}
        confirm={{
          label:
            due > 0
              ? format(texts.payDueAndUpgrade, { due: formatMoney(due, preview.data?.currency) })
              : changeTitle(billed.tier, to),
          variant: 'primary',
          disabled: !preview.data || (!up && used === undefined),
          onClick: () => {
            if (preview.data && price.id)
              change.mutate({ priceId: price.id, proratedAt: preview.data.proratedAt });
          },
        }}
        pending={change.isPending}
      />
    </div>
  );
}

interface NowProps {
  billed: Subscription;
  to: PaidTier;
  bill: CallOutput<typeof previewChange>;
}

function Now({ billed, to, bill: { amountDue, credit, currency } }: NowProps) {
  const until = formatDate(billed.currentPeriodEnd);
  if (billed.status === 'trialing')
    return <p>{format(texts.yourFreeTrialContinuesUntil, { trialEnd: formatDate(billed.trialEnd) })}</p>;
  if (credit > 0)
    return <p>{format(texts.creditOfYourPaymentIsCreditedTo, { credit: formatMoney(credit, currency) })}</p>;
  return amountDue > 0 ? (
    <p>
      {format(texts.forNameInsteadOfPlannameUntilUntil, {
        name: plans[to].name,
        planName: billed.planLimits.planName,
        until,
      })}
    </p>
  ) : null;
}

function thenText(billed: Subscription, monthly: string, isDiscounted: boolean | undefined): string {
  const price = isDiscounted ? format(texts.monthlyLessYourDiscount, { monthly }) : monthly;
  return format(texts.thenPriceFromCurrentperiodendOn, {
    price,
    currentPeriodEnd: formatDate(billed.currentPeriodEnd),
  });
}
