import { namespace } from '../../namespace.ts';

export const texts = namespace({
  failedToFetchOrganizations: 'Failed to fetch organizations',
  searchOrganizations: 'Search organizations',
  searchOrganizationsPlaceholder: 'Search organizations...',
  noOrganizationsFound: 'No organizations found',
  noneOfYourOrganizationsMatches: 'None of your organizations matches.',
  clearTheSearch: 'Clear the search',
  createOrganization: 'Create Organization',
  organizations: 'Organizations',
  theNextOrganizationsCouldNotBe: 'The next organizations could not be loaded.',
  noOrganizationsYet: 'No organizations yet',
  anOrganizationGroupsPeopleAnd:
    'An organization groups people and applications. Every upload belongs to one, even if you are its only member.',
  loadingOrganizations: 'Loading organizations…',
  actionsForName: 'Actions for {name}',
  edit: 'Edit',
  leave: 'Leave',
  delete: 'Delete',
  manageName: 'Manage {name}',
  membersOfName: 'Members of {name}',
  manage: 'Manage',
  members: 'Members',
  inviteToName: 'Invite to {name}',
  invite: 'Invite',
  leaveName: 'Leave {name}',
  offline: 'Offline',
  public: 'Public',
  private: 'Private',
  yourSubscriptionHasEndedSoItIs:
    'Your subscription has ended, so it is offline for everyone. <link>Choose a Plan</link> to restore it.',
  theSubscriptionOfItsOwnerHasEnded:
    'The subscription of its owner has ended, so it is offline for everyone. You can leave it or wait until it is restored.',
  countApplications: '{applications, plural, one {# application} other {# applications}}',
  countAwaitApproval:
    '{awaitingApproval, plural, one {# version pending approval} other {# versions pending approval}}',
  countMembers: '{memberCount, plural, one {# member} other {# members}}',
});
