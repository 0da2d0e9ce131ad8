import type { ReactNode } from 'react';
import type { Offer } from '#shared/billing/payments.ts';
import { type PaidTier, plans } from '#shared/billing/plans.ts';
import { texts } from '#web/i18n/en/billing/checkout.ts';
import { format } from '#web/i18n/format.ts';
import { formatMoney } from '#web/lib/format/money.ts';
import type { Bill } from './bill.ts';

interface OrderSummaryProps {
  tier: PaidTier;
  offer: Offer;
  bill: Bill;
  /** The promo code's field. */
  children: ReactNode;
}

/** The plan and its price. */
export function OrderSummary({ tier, offer, bill, children }: OrderSummaryProps) {
  const money = (cents: number) => formatMoney(cents, offer.currency);
  return (
    <section aria-label={texts.orderSummary} className="grid gap-3 border-y border-line pt-4 pb-2">
      <p className="flex items-baseline justify-between gap-4">
        <span className="font-medium">{format(texts.nameBilledMonthly, { name: plans[tier].name })}</span>
        <span className="tabular-nums">
          {bill.first !== offer.amount && (
            <del className="me-2 text-muted">
              <span className="sr-only">{texts.beforeTheDiscount} </span>
              {money(offer.amount)}
            </del>
          )}
          {money(bill.first)}
        </span>
      </p>
      {children}
    </section>
  );
}
