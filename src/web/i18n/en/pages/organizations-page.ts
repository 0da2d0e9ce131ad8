import { namespace } from '../../namespace.ts';

export const texts = namespace({
  organizations: 'Organizations',
  pleaseSignInToViewOrganizations: 'Please sign in to view organizations',
  youHaveAnInvitationSignInWithThe:
    'You have an invitation. Sign in with the e-mail address that it was sent to.',
  shareApplicationsWithAGroup: 'Share applications with a group of people.',
  createOrganization: 'Create Organization',
  logoutFailed: 'Logout failed',
});
