import type { Discount, Offer } from '#shared/billing/payments.ts';
import { texts } from '#web/i18n/en/billing/checkout.ts';
import { format } from '#web/i18n/format.ts';
import { formatDate } from '#web/lib/format/dates.ts';
import { formatMoney } from '#web/lib/format/money.ts';

export interface Bill {
  /** Cents to pay now. */
  today: number;
  /** The amount of the first payment. */
  first: number;
  /** Later payments, in words. */
  later: string;
}

const dayMilliseconds = 86_400_000;

/** Payments due now and later, so that no charge is a surprise. */
export function calculateBill(
  { amount, currency, trialDays }: Offer,
  discount: Discount | null,
  now: Date,
): Bill {
  const first = discount?.finalAmount ?? amount;
  const payments = discount?.discountedPayments ?? null;
  const money = (cents: number) => formatMoney(cents, currency);
  const monthly = (cents: number) => format(texts.perMonth, { price: money(cents) });
  const onTrial = trialDays > 0;
  const trialEnd = new Date(now.getTime() + trialDays * dayMilliseconds);
  // A payment of zero does not exist.
  const isMonthFree = first === 0 && payments === 1;
  const paidFrom = onTrial && !isMonthFree ? trialEnd : oneMonthAfter(trialEnd);
  const isFirstPayment = onTrial || isMonthFree;
  const from = format(isFirstPayment ? texts.firstPaymentOn : texts.nextPaymentOn, {
    paidFrom: formatDate(paidFrom.toISOString()),
  });
  if (isMonthFree) {
    const free = onTrial
      ? format(texts.countDaysAndTheFirstMonthFree, { trialDays })
      : texts.firstMonthFreeThen;
    return { today: 0, first, later: `${free} ${monthly(amount)}. ${from}` };
  }
  if (onTrial) {
    const phases = inPhases(first, amount, payments, { monthly, money });
    return { today: 0, first, later: format(texts.countDaysFreeThenPhasesFrom, { trialDays, phases, from }) };
  }
  const left = payments === null ? null : payments - 1;
  const phases = left === 0 ? monthly(amount) : inPhases(first, amount, left, { monthly, money });
  return { today: first, first, later: format(texts.thenPhasesFrom, { phases, from }) };
}

interface Words {
  monthly: (cents: number) => string;
  money: (cents: number) => string;
}

/** '$14.99/month for 3 months, then $19.99/month'; the second half only if it differs. */
function inPhases(
  first: number,
  regular: number,
  payments: number | null,
  { monthly, money }: Words,
): string {
  if (payments === null || first === regular) return monthly(first);
  const phase =
    payments === 1
      ? format(texts.firstForAMonth, { first: money(first) })
      : format(texts.firstForPaymentsMonths, { first: monthly(first), payments });
  return format(texts.phaseThenRegular, { phase, regular: monthly(regular) });
}

/** The same day of the next month, or its last day if it is shorter. */
function oneMonthAfter(now: Date): Date {
  const next = new Date(now);
  next.setMonth(next.getMonth() + 1);
  if (next.getDate() !== now.getDate()) next.setDate(0);
  return next;
}
