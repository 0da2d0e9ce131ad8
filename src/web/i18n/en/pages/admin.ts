import { namespace } from '../../namespace.ts';

export const texts = namespace({
  editOrganization: 'Edit Organization',
  auditLog: 'Audit log',
  actionsOfAdministrators: 'Actions of administrators. Nobody can change or delete entries.',
  adminDashboard: 'Admin Dashboard',
  manageUsersOrganizationsAnd: 'Manage users, organizations and applications',
  emails: 'E-mails',
  emailsOfTheLast30Days: 'E-mails of the last 30 days and their state',
  manageMembersName: 'Manage Members - {name}',
  itCouldNotBeLoaded: 'It could not be loaded.',
  loading: 'Loading…',
  failedToLoadTheOrganization: 'Failed to load the organization',
  reports: 'Reports',
  reportedApplicationsAndYour: 'Reported applications, and your decision on each',
  support: 'Support',
  supportRequestsOpenAndResolved: 'Support requests, open and resolved',
});
