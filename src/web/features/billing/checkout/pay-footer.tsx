import { LoaderCircle, Lock } from 'lucide-react';
import type { Ref } from 'react';
import type { Offer } from '#shared/billing/payments.ts';
import { texts } from '#web/i18n/en/billing/checkout.ts';
import { format } from '#web/i18n/format.ts';
import { formatMoney } from '#web/lib/format/money.ts';
import { FormFooter } from '#web/ui/dialogs/form-footer.tsx';
import { Button } from '#web/ui/forms/button.tsx';
import { Panel } from '#web/ui/layout/panel.tsx';
import type { Bill } from './bill.ts';
import { Total } from './total.tsx';

interface PayFooterProps {
  /** The problem, as the target of the keyboard focus. */
  ref: Ref<HTMLDivElement>;
  bill: Bill;
  offer: Offer;
  isPaying: boolean;
  /** No payment method is available yet. */
  disabled: boolean;
  problem: string | null;
}

/** The payments due now and later, and the submit button. */
export function PayFooter({ ref, bill, offer, isPaying, disabled, problem }: PayFooterProps) {
  const words = buttonText(bill, offer);
  return (
    <FormFooter className="mt-0 grid gap-4 pb-6">
      {problem && (
        <Panel tone="danger" role="alert" ref={ref} tabIndex={-1}>
          {problem}
        </Panel>
      )}
      {/* For a trial, the total is at the top of the form. */}
      {offer.trialDays === 0 && <Total bill={bill} offer={offer} />}
      <Button type="submit" variant="primary" size="large" disabled={isPaying || disabled}>
        {isPaying ? (
          <LoaderCircle aria-hidden="true" className="animate-spin" />
        ) : (
          <Lock strokeWidth={1.75} aria-hidden="true" />
        )}
        {isPaying ? words.busy : words.rest}
      </Button>
      <p role="status" className="sr-only">
        {isPaying && words.busy}
      </p>
    </FormFooter>
  );
}

function buttonText(bill: Bill, { trialDays, currency }: Offer): { rest: string; busy: string } {
  if (trialDays > 0) return { rest: texts.startFreeTrial, busy: texts.startingYourTrial };
  if (bill.today === 0) return { rest: texts.subscribe, busy: texts.subscribing };
  return { rest: format(texts.payToday, { today: formatMoney(bill.today, currency) }), busy: texts.paying };
}
