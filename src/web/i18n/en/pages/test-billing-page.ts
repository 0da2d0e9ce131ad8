import { namespace } from '../../namespace.ts';

export const texts = namespace({
  billingInTestMode: 'Billing in test mode',
  testModeThisPageStandsInFor:
    '<strong>Test mode.</strong> This page stands in for the billing portal of Stripe. It takes test cards alone, and no money moves.',
  pleaseSignInToManageYourBilling: 'Please sign in to manage your billing',
});
