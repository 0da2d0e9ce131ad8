import type { ReactNode } from 'react';
import type { Subscription } from '#shared/billing/billing.ts';
import type { PaymentDetails } from '#shared/billing/payments.ts';
import { periodEndLabel, statusDisplay } from '#shared/billing/subscription.ts';
import { texts } from '#web/i18n/en/billing/current-plan.ts';
import { Rich } from '#web/i18n/rich.tsx';
import { formatDate } from '#web/lib/format/dates.ts';
import { formatMoney } from '#web/lib/format/money.ts';
import { Badge } from '#web/ui/layout/badge.tsx';
import { limitsText } from '../plans/limit-text.ts';

interface PlanFactsProps {
  subscription: Subscription;
  /** Undefined if unknown, or if nothing is paid. */
  price?: PaymentDetails['price'];
  isDiscounted?: boolean;
  /** Further rows. */
  children?: ReactNode;
}

/** The plan, its state and its end. */
export function PlanFacts({ subscription, price, isDiscounted, children }: PlanFactsProps) {
  const { planLimits, trialEnd, isTrialActive, currentPeriodEnd } = subscription;
  const display = statusDisplay(subscription);
  return (
    <>
      <p className="flex flex-wrap items-center gap-2">
        <span className="text-20 font-semibold">{planLimits.planName}</span>
        <Badge tone={display.tone}>{display.label}</Badge>
        {price && (
          <span className="ms-auto text-muted">
            <Rich
              text={isDiscounted ? texts.discountedPricePerMonth : texts.pricePerMonth}
              with={{
                price: (
                  <span className="text-20 font-semibold text-text tabular-nums">
                    {formatMoney(price.unit_amount, price.currency)}
                  </span>
                ),
              }}
            />
          </span>
        )}
      </p>
      <p className="mt-1 text-13 text-muted">{limitsText(planLimits)}</p>
      <dl className="mt-4 divide-y divide-line border-y border-line empty:hidden">
        {isTrialActive && trialEnd && <DatedFact term={texts.trialEnds} date={trialEnd} />}
        {currentPeriodEnd && <DatedFact term={periodEndLabel(subscription)} date={currentPeriodEnd} />}
        {children}
      </dl>
    </>
  );
}

function DatedFact({ term, date }: { term: string; date: string }) {
  return (
    <Fact term={term}>
      <time dateTime={date}>{formatDate(date)}</time>
    </Fact>
  );
}

export function Fact({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div className="grid min-h-11 items-center grid-cols-[minmax(0,2fr)_minmax(0,3fr)] gap-x-4 py-2 sm:grid-cols-[9rem_1fr]">
      <dt className="text-muted">{term}</dt>
      <dd>{children}</dd>
    </div>
  );
}
