import type { Credit, NextBill } from '#shared/billing/payments.ts';
import { texts } from '#web/i18n/en/billing/current-plan.ts';
import { format } from '#web/i18n/format.ts';
import { formatDate } from '#web/lib/format/dates.ts';
import { formatMoney } from '#web/lib/format/money.ts';
import { billRemarks } from './next-bill.ts';
import { Fact } from './plan-facts.tsx';

interface NextBillFactProps {
  bill: NextBill;
  /** ISO 8601; null if the payment provider has none. */
  date: string | null;
}

/** The date and the amount of the next invoice. */
export function NextBillFact({ bill, date }: NextBillFactProps) {
  const amount = formatMoney(bill.amountDue, bill.currency);
  const remarks = billRemarks(bill);
  return (
    <Fact term={texts.nextPayment}>
      <span className="tabular-nums">
        {date === null ? amount : format(texts.amountOnDate, { amount, date: formatDate(date) })}
      </span>
      {remarks.length > 0 && <span className="block text-13 text-muted">{remarks.join(' ')}</span>}
    </Fact>
  );
}

/** Empty without payment details. */
export function CreditFact({ credit: { amount, currency } }: { credit: Credit }) {
  if (amount === 0) return null;
  return (
    <Fact term={texts.credit}>
      <span className="tabular-nums">{formatMoney(amount, currency)}</span>
      <span className="block text-13 text-muted">{texts.creditPaysYourInvoicesFirst}</span>
    </Fact>
  );
}
