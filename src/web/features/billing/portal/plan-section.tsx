import { useRef, useState } from 'react';
import { plans } from '#shared/plans.ts';
import { periodEndLabel, statusDisplay } from '#shared/subscription.ts';
import { cancelTestPlan, type TestBilling } from '#shared/test-payments.ts';
import { call, messageOf } from '../../../api.ts';
import { formatDate } from '../../../lib/dates.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { FieldError } from '../../../ui/field.tsx';
import { Section } from '../../../ui/section.tsx';
import { toast } from '../../../ui/toast.tsx';
import { useBillingChange } from './use-test-billing.ts';

export function PlanSection({ session, plan }: { session: string; plan: TestBilling['plan'] }) {
  return (
    <Section title="Current plan">
      {plan ? <Plan session={session} plan={plan} /> : <p>No plan goes on.</p>}
    </Section>
  );
}

function Plan({ session, plan }: { session: string; plan: NonNullable<TestBilling['plan']> }) {
  const [asks, setAsks] = useState(false);
  const body = useRef<HTMLDivElement>(null);
  const { name } = plans[plan.tier];
  const end = formatDate(plan.currentPeriodEnd);
  const cancel = useBillingChange(session, () => {
    toast(`${name} is cancelled and ends on ${end}.`);
    // The button is gone with what it did; whoever moves by keyboard goes on from here.
    body.current?.focus();
  });
  const display = statusDisplay(plan.status);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for controls of a form
    <div ref={body} role="group" aria-label="Plan" tabIndex={-1} className="grid gap-3 outline-none">
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
            Cancel plan
          </Button>
        )}
      </div>
      {cancel.isError && <FieldError id="cancel-plan-failed">{messageOf(cancel.error)}</FieldError>}
      <ConfirmDialog
        open={asks}
        title={`Cancel ${name}?`}
        confirmLabel="Cancel plan"
        cancelLabel="Keep it"
        onCancel={() => setAsks(false)}
        onConfirm={() => {
          setAsks(false);
          cancel.mutate(() => call(cancelTestPlan, { body: { session } }));
        }}
      >
        {`It goes on until ${end}. Then your applications and organizations go offline, and 30 days later they are deleted for good.`}
      </ConfirmDialog>
    </div>
  );
}
