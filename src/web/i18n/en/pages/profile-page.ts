import { namespace } from '../../namespace.ts';

export const texts = namespace({
  profile: 'Profile',
  pleaseSignInToViewYourProfile: 'Please sign in to view your profile',
  loadingYourProfile: 'Loading your profile…',
  loadingYourPlan: 'Loading your plan…',
  logoutFailed: 'Logout failed',
  yourAccountHasBeenDeleted: 'Your account has been deleted.',
  subscriptionStatus: 'Subscription status',
  yourPlanAndItsLimits: 'Your plan and its limits.',
  failedToFetchSubscriptions: 'Failed to fetch subscriptions',
});
