import { namespace } from '../namespace.ts';

export const texts = namespace({
  currentPlan: 'Current plan',
  maxApps: 'Max apps',
  maxRevisionsPerApp: 'Max revisions per app',
  used: 'Used',
  remaining: 'Remaining',
  aPaymentForNameIsOpen: 'A payment for {name} is open.',
  youCannotAddApplicationsOr: 'You cannot add applications or versions until it is paid.',
  openBillingPortal: 'Open Billing Portal',
  loadingYourPlan: 'Loading your plan…',
  failedToFetchSubscriptions: 'Failed to fetch subscriptions',
  noActiveSubscription: 'No active subscription',
  chooseAPlan: 'Choose a Plan',
  yourPlanLimits: 'Your Plan Limits',
  freePlanGives: '{name}, free: {limits}',
  planGives: '{name}: {limits}',
  yourSubscriptionHasEnded: 'Your subscription has ended',
  youHaveNoActiveSubscriptionYet: 'You have no active subscription yet',
  thePlansOpenInDelaysecondsSeconds:
    'The Plans page opens in {delaySeconds} seconds. To stay here, cancel or use this page.',
  pausedWhileYouDecide: 'Paused while you decide.',
  plansOpenIn:
    'The Plans page opens in {left, plural, one {# second} other {# seconds}}. To stay here, cancel or use this page.',
  cancel: 'Cancel',
});
