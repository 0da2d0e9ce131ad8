import type { NextBill } from '#shared/billing/payments.ts';
import { texts } from '#web/i18n/en/billing/current-plan.ts';
import { format } from '#web/i18n/format.ts';
import { formatMoney } from '#web/lib/format/money.ts';

/** Sentences about the discounts and additions of the next invoice; empty if the amount is the price. */
export function billRemarks({ discount, tax, creditUsed, currency }: NextBill): string[] {
  const money = (cents: number) => formatMoney(cents, currency);
  return [
    ...(discount > 0 ? [format(texts.billAfterDiscount, { discount: money(discount) })] : []),
    ...(creditUsed > 0 ? [format(texts.billAfterCredit, { credit: money(creditUsed) })] : []),
    ...(tax > 0 ? [format(texts.billIncludesTax, { tax: money(tax) })] : []),
  ];
}
