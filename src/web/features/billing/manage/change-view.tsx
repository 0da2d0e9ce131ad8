import type { Subscription } from '#shared/billing.ts';
import type { CallOutput } from '#shared/contract.ts';
import type { previewChange } from '#shared/payments.ts';
import { type PaidTier, plans } from '#shared/plans.ts';
import { formatDate } from '../../../lib/dates.ts';
import { formatMoney } from '../../../lib/money.ts';
import { useAppCount } from '../../../lib/use-app-count.ts';
import { Panel } from '../../../ui/panel.tsx';
import { toast } from '../../../ui/toast.tsx';
import { methodName } from '../held/method-text.ts';
import { useChange, useChangePreview, usePaymentDetails } from '../held/use-plan.ts';
import { priceOf, useProducts } from '../use-catalogue.ts';
import { Actions } from './actions.tsx';
import { changeTitle, fitText, isUpgrade } from './change-direction.ts';
import { Cost } from './cost.tsx';
import { ProblemPanel } from './problem-panel.tsx';
import { upgradeProblem } from './upgrade-problem.ts';
import type { Steps } from './view.ts';

interface ChangeViewProps {
  userId: string;
  held: Subscription;
  to: PaidTier;
  backLabel: string;
  steps: Steps;
}

/** Moves a plan up or down: what it costs now and then, and what becomes of what is there. */
export function ChangeView({ userId, held, to, backLabel, steps }: ChangeViewProps) {
  const { name, maxApps } = plans[to];
  const up = isUpgrade(held.tier, to);
  const products = useProducts();
  const price = priceOf(products.data, to);
  const preview = useChangePreview(held, price.id);
  const details = usePaymentDetails(held, true).data;
  const used = useAppCount(userId);
  const change = useChange(held, () => {
    toast(`You are on the ${name} plan.`);
    steps.go({ name: 'overview' });
  });
  const isUnsold = products.isError || (products.isSuccess && price.id === null);
  const due = preview.data?.amountDue ?? 0;
  return (
    <div className="grid gap-5">
      <Cost
        query={{
          data: preview.data,
          isError: preview.isError || isUnsold,
          refetch: () => Promise.all([products.refetch(), price.id && preview.refetch()]),
        }}
      >
        {preview.data && <Now held={held} to={to} bill={preview.data} />}
        {due > 0 && details?.paymentMethod && <p>Charged to {methodName(details.paymentMethod)}.</p>}
        <p>{thenText(held, `${formatMoney(price.amount, price.currency)}/month`, details?.isDiscounted)}</p>
      </Cost>
      <div className="grid gap-2">
        {up && (
          <p>
            {maxApps} applications instead of {held.planLimits.maxApplications}, at once.
          </p>
        )}
        {!up && used !== undefined && <p>{fitText(used, maxApps, name)}</p>}
        {held.cancelAtPeriodEnd && (
          <p>Your cancellation is taken back: {name} renews every month until you cancel again.</p>
        )}
      </div>
      {change.isError && (
        <ProblemPanel problem={upgradeProblem(change.error, up ? 'Upgrade failed' : 'Downgrade failed')} />
      )}
      {held.priceId === null && <Panel tone="warning">This plan cannot be changed here.</Panel>}
      <Actions
        back={{ label: backLabel, onClick: steps.back }}
        confirm={{
          label:
            due > 0
              ? `Pay ${formatMoney(due, preview.data?.currency)} and Upgrade`
              : changeTitle(held.tier, to),
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
  held: Subscription;
  to: PaidTier;
  bill: CallOutput<typeof previewChange>;
}

function Now({ held, to, bill: { amountDue, credit, currency } }: NowProps) {
  const until = formatDate(held.currentPeriodEnd);
  if (held.status === 'trialing') return <p>Your free trial goes on to {formatDate(held.trialEnd)}.</p>;
  if (credit > 0)
    return <p>{formatMoney(credit, currency)} of what you have paid goes into your next bills.</p>;
  return amountDue > 0 ? (
    <p>
      For {plans[to].name} instead of {held.planLimits.planName} until {until}.
    </p>
  ) : null;
}

function thenText(held: Subscription, monthly: string, isDiscounted: boolean | undefined): string {
  const price = isDiscounted ? `${monthly}, less your discount,` : monthly;
  return `Then ${price} from ${formatDate(held.currentPeriodEnd)} on.`;
}
