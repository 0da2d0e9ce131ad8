import { namespace } from '../../namespace.ts';

export const texts = namespace({
  searchOrganizations: 'Search organizations',
  searchOrganizationsPlaceholder: 'Search organizations...',
  organizations: 'Organizations',
  noOrganizationsFound: 'No organizations found',
  noMatch: 'No organization matches your search.',
  sinceItsOwnersSubscriptionEnded: 'Since its owner’s subscription ended',
  offline: 'Offline',
  ownerEmail: 'Owner email',
  manageMembersOfName: 'Manage members of {name}',
  manageMembers: 'Manage Members',
  edit: 'Edit',
  editNamed: 'Edit {name}',
  delete: 'Delete',
  deleteNamed: 'Delete {name}',
  organization: 'Organization',
  owner: 'Owner',
  members: 'Members',
  visibility: 'Visibility',
  created: 'Created',
  actions: 'Actions',
});
