import type { Subscription } from '#shared/billing/billing.ts';
import { texts } from '#web/i18n/en/billing/manage.ts';
import { format } from '#web/i18n/format.ts';
import { formatMoney } from '#web/lib/format/money.ts';
import { toast } from '#web/ui/loading/toast.tsx';
import { methodName } from '../current-plan/method-text.ts';
import { Actions } from './actions.tsx';
import { Cost } from './cost.tsx';
import { ProblemPanel } from './problem-panel.tsx';
import { upgradeProblem } from './upgrade-problem.ts';
import { usePaymentDetails, useUpgrade, useUpgradePreview } from './use-plan-changes.ts';
import type { Steps } from './view.ts';

interface UpgradeViewProps {
  billed: Subscription;
  backLabel: string;
  steps: Steps;
}

/** Ends a trial with an immediate payment, after showing the amount. */
export function UpgradeView({ billed, backLabel, steps }: UpgradeViewProps) {
  const { planName } = billed.planLimits;
  const preview = useUpgradePreview(billed);
  const method = usePaymentDetails(billed, true).data?.paymentMethod;
  const upgrade = useUpgrade(() => {
    toast(format(texts.thankYouPlannameIsActive, { planName }));
    steps.close();
  });
  const amount = preview.data && formatMoney(preview.data.amountDue, preview.data.currency);
  return (
    <div className="grid gap-5">
      <Cost query={preview}>
        {method && <p>{format(texts.chargedToMethod, { method: methodName(method) })}</p>}
        {method === null && <p>{texts.noPaymentMethod}</p>}
        <p>{format(texts.yourFreeTrialEndsNowAndPlanname, { planName })}</p>
        {billed.cancelAtPeriodEnd && <p>{texts.yourCancellationIsWithdrawn}</p>}
      </Cost>
      {upgrade.isError && <ProblemPanel problem={upgradeProblem(upgrade.error, texts.upgradeFailed)} />}
      <Actions
        back={{ label: backLabel, onClick: steps.back }}
        confirm={{
          label: amount ? format(texts.payAmount, { amount }) : texts.pay,
          variant: 'primary',
          disabled: !preview.data,
          onClick: () => upgrade.mutate(),
        }}
        pending={upgrade.isPending}
      />
    </div>
  );
}
