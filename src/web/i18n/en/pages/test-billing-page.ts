import { namespace } from '../../namespace.ts';

export const texts = namespace({
  billingInTestMode: 'Billing in test mode',
  testModeReplacesTheBillingPortal:
    '<strong>Test mode.</strong> This page replaces Stripe’s billing portal. It accepts only test cards, and no money moves.',
  pleaseSignInToManageYourBilling: 'Please sign in to manage your billing',
});
