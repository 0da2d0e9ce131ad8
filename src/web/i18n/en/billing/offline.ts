import { namespace } from '../../namespace.ts';

export const texts = namespace({
  offline: 'Offline',
  yourSubscriptionHasEndedWhatIs: 'Your subscription has ended: your data is being deleted.',
  yourSubscriptionHasEndedCountDays:
    'Your subscription has ended: {days, plural, one {# day} other {# days}} left until data deletion.',
  applicationsOffline:
    '{applications, plural, one {# application is} other {# applications are}} offline and will be permanently deleted on {deletionAt}.',
  organizationsOffline:
    '{organizations, plural, one {# organization is} other {# organizations are}} offline and will be permanently deleted on {deletionAt}.',
  bothOffline:
    '{applications, plural, one {# application} other {# applications}} and {organizations, plural, one {# organization} other {# organizations}} are offline and will be permanently deleted on {deletionAt}.',
  thisApplicationIsOffline: 'This application is offline',
  chooseAPlan: 'Choose a Plan',
  nobodyCanOpenIt:
    'Your subscription has ended, so nobody can open it. You can download its versions. Choose a plan to restore everything.',
  nobodyCanOpenItUntil:
    'Your subscription has ended, so nobody can open it. You can download its versions until {deletionAt}; then it is permanently deleted. Choose a plan to restore everything.',
});
