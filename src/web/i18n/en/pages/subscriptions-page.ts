import { namespace } from '../../namespace.ts';

export const texts = namespace({
  subscribeToName: 'Subscribe to {name}',
  subscriptions: 'Subscriptions',
  plans: 'Plans',
  failedToLoadUserData: 'Failed to load user data',
  failedToFetchSubscriptions: 'Failed to fetch subscriptions',
  failedToFetchSubscriptionProducts: 'Failed to fetch subscription products',
  frequentlyAskedQuestions: 'Frequently asked questions',
  yourPlanPlanname: 'Your plan: {planName}',
});
