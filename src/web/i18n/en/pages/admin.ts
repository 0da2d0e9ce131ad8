import { namespace } from '../../namespace.ts';

export const texts = namespace({
  editOrganization: 'Edit Organization',
  auditLog: 'Audit log',
  whatAdministratorsDidNobodyCan: 'What administrators did: nobody can change or delete it',
  adminDashboard: 'Admin Dashboard',
  manageUsersOrganizationsAnd: 'Manage users, organizations and applications',
  mails: 'Mails',
  whatFluxWroteInTheLast30: 'What Flux wrote in the last 30 days, and what became of it',
  manageMembersName: 'Manage Members - {name}',
  itCouldNotBeLoaded: 'It could not be loaded.',
  loading: 'Loading…',
  failedToLoadTheOrganization: 'Failed to load the organization',
  reports: 'Reports',
  applicationsThatPeopleHaveReported: 'Applications that people have reported, and your decision on each',
  support: 'Support',
  whatPeopleWroteToSupportAndWhat: 'What people wrote to support, and what is still open',
});
