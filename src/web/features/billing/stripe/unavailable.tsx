import { RotateCw } from 'lucide-react';
import { paymentsUnavailable } from '#shared/billing/payment-errors.ts';
import { texts } from '#web/i18n/en/billing/stripe.ts';
import { Button } from '#web/ui/forms/button.tsx';
import { Panel } from '#web/ui/layout/panel.tsx';

/** The message when the payment fields failed to load. */
export function Unavailable({ onRetry }: { onRetry: () => void }) {
  return (
    <Panel tone="danger" role="alert" className="grid justify-items-start gap-3">
      {paymentsUnavailable}
      <Button onClick={onRetry}>
        <RotateCw strokeWidth={1.75} aria-hidden="true" />
        {texts.tryAgain}
      </Button>
    </Panel>
  );
}
