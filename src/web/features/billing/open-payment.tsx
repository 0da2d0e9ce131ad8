import type { Subscription } from '#shared/billing.ts';
import { texts } from '../../i18n/en/billing.ts';
import { format } from '../../i18n/format.ts';
import { PortalButton } from './portal/portal-button.tsx';

/** What is said wherever a plan that is to be paid allows nothing, and the way to pay it. */
export function openPayment({ planLimits: { planName: name } }: Subscription) {
  return {
    title: format(texts.aPaymentForNameIsOpen, { name }),
    message: texts.untilItIsPaidNothingCanBe,
    way: <PortalButton>{texts.openBillingPortal}</PortalButton>,
  };
}
