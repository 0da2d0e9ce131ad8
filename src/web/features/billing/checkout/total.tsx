import type { Offer } from '#shared/billing/payments.ts';
import { texts } from '#web/i18n/en/billing/checkout.ts';
import { formatMoney } from '#web/lib/format/money.ts';
import type { Bill } from './bill.ts';

/** The payments due today and later. */
export function Total({ bill, offer }: { bill: Bill; offer: Offer }) {
  return (
    <section aria-label={texts.total} aria-live="polite">
      <p className="flex items-baseline justify-between gap-4">
        <span className="text-16 font-semibold">{texts.dueToday}</span>
        <span className="text-24 font-semibold tabular-nums">{formatMoney(bill.today, offer.currency)}</span>
      </p>
      <p className="text-13 text-muted">{bill.later}</p>
    </section>
  );
}
