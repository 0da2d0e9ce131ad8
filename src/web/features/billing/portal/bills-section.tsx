import { payTestBill, type TestBilling } from '#shared/billing/test-payments.ts';
import { call, messageOf } from '#web/api.ts';
import { texts } from '#web/i18n/en/billing/portal.ts';
import { formatDate } from '#web/lib/format/dates.ts';
import { formatMoney } from '#web/lib/format/money.ts';
import { Button } from '#web/ui/forms/button.tsx';
import { FieldError } from '#web/ui/forms/field.tsx';
import { Badge } from '#web/ui/layout/badge.tsx';
import { Section } from '#web/ui/layout/section.tsx';
import { toast } from '#web/ui/loading/toast.tsx';
import { useBillingChange } from './use-test-billing.ts';

type Bill = TestBilling['bills'][number];

export function BillsSection({ session, bills }: { session: string; bills: Bill[] }) {
  const pay = useBillingChange(session, () => toast(texts.theInvoiceIsPaid));
  return (
    <Section title={texts.invoices} text={texts.newestFirst}>
      {bills.length === 0 ? (
        <p>{texts.noInvoices}</p>
      ) : (
        <table className="w-full border-y border-line text-start">
          <thead>
            <tr className="text-13 text-muted">
              <th scope="col" className="py-2 font-normal">
                {texts.date}
              </th>
              <th scope="col" className="py-2 font-normal">
                {texts.status}
              </th>
              <th scope="col" className="py-2 text-end font-normal">
                {texts.amount}
              </th>
            </tr>
          </thead>
          <tbody className="divide-y divide-line border-t border-line">
            {bills.map((bill) => (
              <tr key={bill.id}>
                <td className="py-2">
                  <time dateTime={bill.createdAt}>{formatDate(bill.createdAt)}</time>
                </td>
                <td className="py-2">
                  <span className="flex flex-wrap items-center gap-3">
                    <Badge tone={toneOf(bill)}>{statusOf(bill)}</Badge>
                    {bill.status === 'open' && (
                      <Button
                        disabled={pay.isPending}
                        onClick={() =>
                          pay.mutate(() => call(payTestBill, { body: { session, billId: bill.id } }))
                        }
                      >
                        {texts.payNow}
                      </Button>
                    )}
                  </span>
                </td>
                <td className="py-2 text-end tabular-nums">{formatMoney(bill.amount, bill.currency)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {pay.isError && (
        <div className="mt-3">
          <FieldError id="pay-failed">{messageOf(pay.error)}</FieldError>
        </div>
      )}
    </Section>
  );
}

function toneOf({ status }: Bill): 'success' | 'warning' | 'neutral' {
  if (status === 'paid') return 'success';
  return status === 'open' || status === 'uncollectible' ? 'warning' : 'neutral';
}

function statusOf({ status }: Bill): string {
  return status.replace(/^\w/, (first) => first.toUpperCase());
}
