import { useRef, useState } from 'react';
import { plans } from '#shared/billing/plans.ts';
import { periodEndLabel, statusDisplay } from '#shared/billing/subscription.ts';
import { cancelTestPlan, type TestBilling } from '#shared/billing/test-payments.ts';
import { call, messageOf } from '#web/api.ts';
import { texts } from '#web/i18n/en/billing/portal.ts';
import { format } from '#web/i18n/format.ts';
import { formatDate } from '#web/lib/format/dates.ts';
import { ConfirmDialog } from '#web/ui/dialogs/confirm-dialog.tsx';
import { Button } from '#web/ui/forms/button.tsx';
import { FieldError } from '#web/ui/forms/field.tsx';
import { Badge } from '#web/ui/layout/badge.tsx';
import { Section } from '#web/ui/layout/section.tsx';
import { toast } from '#web/ui/loading/toast.tsx';
import { CreditFact, NextBillFact } from '../current-plan/billing-facts.tsx';
import { useBillingChange } from './use-test-billing.ts';

interface PlanSectionProps extends Pick<TestBilling, 'plan' | 'credit'> {
  session: string;
}

export function PlanSection({ session, plan, credit }: PlanSectionProps) {
  const nextBill = plan?.nextBill;
  return (
    <Section title={texts.currentPlan}>
      {plan ? <Plan session={session} plan={plan} /> : <p>{texts.noActivePlan}</p>}
      <dl className="mt-4 divide-y divide-line border-y border-line empty:hidden">
        {nextBill && <NextBillFact bill={nextBill} date={plan.currentPeriodEnd} />}
        <CreditFact credit={credit} />
      </dl>
    </Section>
  );
}

function Plan({ session, plan }: { session: string; plan: NonNullable<TestBilling['plan']> }) {
  const [asks, setAsks] = useState(false);
  const body = useRef<HTMLDivElement>(null);
  const { name } = plans[plan.tier];
  const end = formatDate(plan.currentPeriodEnd);
  const cancel = useBillingChange(session, () => {
    toast(format(texts.nameIsCancelledAndEndsOnEnd, { name, end }));
    // The button of the action is gone; keyboard users continue here.
    body.current?.focus();
  });
  const display = statusDisplay(plan);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for controls of a form
    <div ref={body} role="group" aria-label={texts.plan} tabIndex={-1} className="grid gap-3 outline-none">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <div>
          <p className="flex flex-wrap items-center gap-2">
            <span className="text-20 font-semibold">{name}</span>
            <Badge tone={display.tone}>{display.label}</Badge>
          </p>
          <p className="text-muted">
            {periodEndLabel(plan)} {end}
          </p>
        </div>
        {!plan.cancelAtPeriodEnd && (
          <Button disabled={cancel.isPending} onClick={() => setAsks(true)}>
            {texts.cancelPlan}
          </Button>
        )}
      </div>
      {cancel.isError && <FieldError id="cancel-plan-failed">{messageOf(cancel.error)}</FieldError>}
      <ConfirmDialog
        open={asks}
        title={format(texts.cancelName, { name })}
        confirmLabel={texts.cancelPlan}
        cancelLabel={texts.keepIt}
        onCancel={() => setAsks(false)}
        onConfirm={() => {
          setAsks(false);
          cancel.mutate(() => call(cancelTestPlan, { body: { session } }));
        }}
      >
        {format(texts.itStaysActiveUntilEndThenYour, { end })}
      </ConfirmDialog>
    </div>
  );
}
