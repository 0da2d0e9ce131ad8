import { namespace } from '../../namespace.ts';

export const texts = namespace({
  organizations: 'Organizations',
  pleaseSignInToViewOrganizations: 'Please sign in to view organizations',
  youAreInvitedToOneSignIn:
    'You are invited to one. Sign in with the e-mail address that the invitation is for.',
  peopleAndApplicationsUnderOneName: 'People and applications under one name.',
  createOrganization: 'Create Organization',
  logoutFailed: 'Logout failed',
});
