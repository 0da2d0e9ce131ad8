import { createBillingPortalSession } from '#shared/billing/payments.ts';
import { call } from '#web/api.ts';
import { texts } from '#web/i18n/en/billing/portal.ts';
import { useSingleMutation } from '#web/lib/hooks/use-single-mutation.ts';

export const portalFailed = texts.failedToOpenCustomerPortal;

/** Navigates to the billing portal, which returns to the current page. */
export function useBillingPortal() {
  return useSingleMutation({
    mutationFn: () => call(createBillingPortalSession, { body: { return_url: window.location.href } }),
    onSuccess: ({ url }) => window.location.assign(url),
  });
}
