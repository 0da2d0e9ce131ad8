import type { ReactNode } from 'react';
import type { Offer } from '#shared/payments.ts';
import { type PaidTier, plans } from '#shared/plans.ts';
import { formatMoney } from '../../../lib/money.ts';
import type { Bill } from './bill.ts';
import type { AppliedPromo } from './use-promo.ts';

interface OrderSummaryProps {
  tier: PaidTier;
  offer: Offer;
  bill: Bill;
  applied: AppliedPromo | null;
  /** The promo code's field. */
  children: ReactNode;
}

/** What is bought and what it comes to. Each line is there from the start, so that a discount moves nothing. */
export function OrderSummary({ tier, offer, bill, applied, children }: OrderSummaryProps) {
  const money = (cents: number) => formatMoney(cents, offer.currency);
  return (
    <section aria-label="Order summary" className="grid gap-4 rounded-picture border border-line bg-bg p-4">
      <p className="flex items-baseline justify-between gap-4">
        <span className="font-medium">{plans[tier].name}, billed monthly</span>
        <span className="tabular-nums">
          {applied && applied.discountAmount > 0 && (
            <del className="mr-2 text-muted">
              <span className="sr-only">Before the discount: </span>
              {money(offer.amount)}
            </del>
          )}
          {money(bill.first)}
        </span>
      </p>
      {children}
      <div aria-live="polite" className="grid gap-1 border-t border-line pt-4">
        <p className="flex items-baseline justify-between gap-4">
          <span className="text-16 font-semibold">Due today</span>
          <span className="text-24 font-semibold tabular-nums">{money(bill.today)}</span>
        </p>
        <p className="text-13 text-muted">{bill.later}</p>
      </div>
    </section>
  );
}
