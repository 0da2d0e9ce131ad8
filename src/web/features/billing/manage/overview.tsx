import { Link } from 'react-router';
import type { Subscription } from '#shared/billing/billing.ts';
import { paymentsUnavailable } from '#shared/billing/payment-errors.ts';
import { type PaidTier, plans } from '#shared/billing/plans.ts';
import { isManageable } from '#shared/billing/subscription.ts';
import { messageOf } from '#web/api.ts';
import { texts } from '#web/i18n/en/billing/manage.ts';
import { format } from '#web/i18n/format.ts';
import { Rich } from '#web/i18n/rich.tsx';
import { formatDate } from '#web/lib/format/dates.ts';
import { formatMoney } from '#web/lib/format/money.ts';
import { mailTo, paths } from '#web/paths.ts';
import { Button } from '#web/ui/forms/button.tsx';
import { FieldError } from '#web/ui/forms/field.tsx';
import { Panel } from '#web/ui/layout/panel.tsx';
import { toast } from '#web/ui/loading/toast.tsx';
import { CreditFact, NextBillFact } from '../current-plan/billing-facts.tsx';
import { DiscordFact } from '../current-plan/discord-fact.tsx';
import { PaymentMethod } from '../current-plan/payment-method.tsx';
import { Fact, PlanFacts } from '../current-plan/plan-facts.tsx';
import { isOverdue } from '../current-plan/use-billed-plan.ts';
import { PortalButton } from '../portal/portal-button.tsx';
import { priceOf, usePaymentSettings, useProducts } from '../use-catalogue.ts';
import { changeTitle } from './change-direction.ts';
import type { Manager } from './management.tsx';
import { useChange, usePaymentDetails } from './use-plan-changes.ts';
import type { Steps } from './view.ts';

interface OverviewProps {
  billed: Subscription;
  manager: Manager;
  steps: Steps;
}

/** The plan, its payment, and the possible actions. */
export function Overview({ billed, manager, steps }: OverviewProps) {
  // A plan without a price was negotiated with the operator.
  const isPaid = billed.priceId !== null;
  const settings = usePaymentSettings();
  const isOff = settings.data?.service === null;
  const details = usePaymentDetails(billed, isPaid && settings.isSuccess && !isOff);
  const overdue = isOverdue(billed);
  return (
    <div className="grid gap-6">
      {isOff && isPaid && <Panel tone="warning">{paymentsUnavailable}</Panel>}
      {overdue && <Overdue canPay={!isOff} />}
      {billed.cancelAtPeriodEnd && !overdue && (
        <Ending billed={billed} isPayable={isPaid && !isOff} steps={steps} />
      )}
      <section aria-label={texts.yourPlan}>
        <PlanFacts
          subscription={billed}
          price={details.data?.price}
          isDiscounted={details.data?.isDiscounted}
        >
          {isPaid && !isOff && (
            <Fact term={texts.paymentMethod}>
              <PaymentMethod query={details} />
            </Fact>
          )}
          {details.data?.nextBill && (
            <NextBillFact bill={details.data.nextBill} date={billed.currentPeriodEnd} />
          )}
          {details.data && <CreditFact credit={details.data.credit} />}
          <DiscordFact />
        </PlanFacts>
      </section>
      {isPaid && !isOff && !overdue && <OtherPlans billed={billed} steps={steps} />}
      {isPaid && !isOff && (
        <div className="flex flex-wrap items-start justify-between gap-3 max-sm:flex-col max-sm:items-stretch">
          {/* With an open payment its link is above. */}
          {!overdue && <PortalButton>{texts.billingPortal}</PortalButton>}
          {!billed.cancelAtPeriodEnd && (
            <Button variant="ghost" className="max-sm:w-full" onClick={() => steps.go({ name: 'cancel' })}>
              {texts.cancelSubscription}
            </Button>
          )}
        </div>
      )}
      {!isPaid && (
        <p className="text-muted">
          <Rich
            text={texts.theOperatorOfThisServerSetUpThis}
            with={{
              link: (inside) => (
                <a
                  href={mailTo(manager.supportEmail, `My ${billed.planLimits.planName} plan`)}
                  className="font-medium text-text underline decoration-ion underline-offset-4"
                >
                  {inside}
                </a>
              ),
            }}
          />
        </p>
      )}
    </div>
  );
}

function Overdue({ canPay }: { canPay: boolean }) {
  return (
    <Panel tone="warning" className="grid gap-3">
      <span>
        <Rich
          text={texts.yourLastPaymentFailedItWillBe}
          with={{ strong: (inside) => <strong className="font-medium">{inside}</strong> }}
        />
      </span>
      {canPay && <PortalButton>{texts.openBillingPortal}</PortalButton>}
    </Panel>
  );
}

interface EndingProps {
  billed: Subscription;
  isPayable: boolean;
  steps: Steps;
}

function Ending({ billed, isPayable, steps }: EndingProps) {
  const { planName: name } = billed.planLimits;
  const products = useProducts();
  const keep = useChange(billed, () => {
    toast(format(texts.cancellationWithdrawnAndRenews, { name }));
    // The button disappears after its action, and keyboard users continue at the top.
    steps.go({ name: 'overview' });
  });
  const tier = paidTiers.find((each) => each === billed.tier);
  // An earlier price is no longer for sale.
  const isSold = tier !== undefined && priceOf(products.data, tier).id === billed.priceId;
  const priceId = isPayable && isSold ? billed.priceId : null;
  const words = { planName: name, currentPeriodEnd: formatDate(billed.currentPeriodEnd) };
  return (
    <Panel tone="danger" className="grid justify-items-start gap-3">
      <span>
        <Rich
          text={priceId === null ? texts.cancelledYouKeepPlannameUntil : texts.cancelledAndCanBeKept}
          with={{ strong: (inside) => <strong className="font-medium">{inside}</strong>, ...words }}
        />
      </span>
      {priceId !== null && (
        <Button disabled={keep.isPending} onClick={() => keep.mutate({ priceId, keep: true })}>
          {format(texts.keepPlanname, { planName: name })}
        </Button>
      )}
      {keep.isError && <FieldError id="keep-failed">{messageOf(keep.error)}</FieldError>}
    </Panel>
  );
}

interface OtherPlansProps {
  billed: Subscription;
  steps: Steps;
}

const paidTiers: PaidTier[] = ['pro', 'pro-plus'];

function OtherPlans({ billed, steps }: OtherPlansProps) {
  const products = useProducts();
  const others = paidTiers.filter((tier) => tier !== billed.tier);
  const onTrial = billed.status === 'trialing';
  return (
    <section
      aria-label={texts.changePlanButton}
      className="grid divide-y divide-line rounded-picture border border-line"
    >
      {onTrial && (
        <Offer
          title={texts.startPayingNow}
          text={texts.yourTrialEndsAndYourPlanIs}
          label={texts.upgradeNow}
          onClick={() => steps.go({ name: 'upgrade' })}
        />
      )}
      {others.map((tier) => {
        const { id, amount, currency } = priceOf(products.data, tier);
        if (id === null) return null;
        const { name, maxApps } = plans[tier];
        return (
          <Offer
            key={tier}
            title={format(texts.planPerMonth, { name, price: formatMoney(amount, currency) })}
            text={format(texts.maxappsApplicationsMaxrevisions, {
              maxApps,
              maxRevisions: plans[tier].maxRevisions,
            })}
            label={changeTitle(billed.tier, tier)}
            onClick={() => steps.go({ name: 'change', to: tier })}
          />
        );
      })}
    </section>
  );
}

interface OfferProps {
  title: string;
  text: string;
  label: string;
  onClick: () => void;
}

function Offer({ title, text, label, onClick }: OfferProps) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-3 px-4 py-3">
      <p>
        <span className="block font-medium">{title}</span>
        <span className="text-13 text-muted">{text}</span>
      </p>
      <Button className="max-sm:w-full" onClick={onClick}>
        {label}
      </Button>
    </div>
  );
}

/** For accounts without payments. */
export function NoBilledPlan({ current, close }: { current: Subscription | null; close: () => void }) {
  return (
    <div className="grid justify-items-start gap-4">
      <p>
        {current && !isManageable(current)
          ? format(texts.youHavePlannameThereIsNothingTo, { planName: current.planLimits.planName })
          : texts.noActiveSubscriptionFound}
      </p>
      <Button asChild variant="primary">
        <Link to={paths.pricing()} onClick={close}>
          {texts.seePlans}
        </Link>
      </Button>
    </div>
  );
}
