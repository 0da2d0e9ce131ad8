import type { Subscription } from '#shared/billing/billing.ts';
import { texts } from '../../i18n/en/billing.ts';
import { format } from '../../i18n/format.ts';
import { PortalButton } from './portal/portal-button.tsx';

/** The message about an open payment, and the button to pay it. */
export function openPayment({ planLimits: { planName: name } }: Subscription) {
  return {
    title: format(texts.aPaymentForNameIsOpen, { name }),
    message: texts.youCannotAddApplicationsOr,
    action: <PortalButton>{texts.openBillingPortal}</PortalButton>,
  };
}
