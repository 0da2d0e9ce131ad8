import { area } from '../area.ts';

export const texts = area({
  currentPlan: 'Current plan',
  none: 'None',
  maxApps: 'Max apps',
  maxRevisionsPerApp: 'Max revisions per app',
  used: 'Used',
  remaining: 'Remaining',
  aPaymentForNameIsOpen: 'A payment for {name} is open.',
  untilItIsPaidNothingCanBe: 'Until it is paid, nothing can be added.',
  openBillingPortal: 'Open Billing Portal',
  loadingYourPlan: 'Loading your plan…',
  failedToFetchSubscriptions: 'Failed to fetch subscriptions',
  noActiveSubscription: 'No active subscription',
  chooseAPlan: 'Choose a Plan',
  yourPlanLimits: 'Your Plan Limits',
  yourSubscriptionHasEnded: 'Your subscription has ended',
  youHaveNoActiveSubscriptionYet: 'You have no active subscription yet',
  thePlansOpenInDelaysecondsSeconds:
    'The plans open in {delaySeconds} seconds. Cancel keeps you on this page.',
  waitingForYou: 'Waiting for you.',
  plansOpenIn: 'The plans open in {left, plural, one {# second} other {# seconds}}.',
  cancel: 'Cancel',
});
