import { namespace } from '../../namespace.ts';

export const texts = namespace({
  youNowBelongToOrganizationname: 'You now belong to {organizationName}.',
  youDeclinedTheInvitationTo: 'You declined the invitation to {organizationName}.',
  invitationToOrganizationname: 'Invitation to {organizationName}',
  someone: 'Someone',
  invitedbyInvitesYouTo: '{invitedBy} invites you to {organizationName}',
  asRoleText: 'As {role}. {text}',
  itWasValidUntilExpiresAtAskForA: 'It was valid until {expiresAt}. Ask for a new invitation.',
  validUntilExpiresAt: 'Valid until {expiresAt}.',
  acceptTheInvitationTo: 'Accept the invitation to {organizationName}',
  accepting: 'Accepting...',
  accept: 'Accept',
  declineTheInvitationTo: 'Decline the invitation to {organizationName}',
  declining: 'Declining...',
  decline: 'Decline',
  youAreSignedInAsEmailIf:
    'You are signed in as {email}. If the invitation is for another address, sign in with that address.',
  yourAccountHasNoVerifiedEMail:
    'Your account has no verified e-mail address. Sign in with the address that the invitation is for.',
  useAnotherAccount: 'Use another account',
  tryAgain: 'Try Again',
  dismiss: 'Dismiss',
});
