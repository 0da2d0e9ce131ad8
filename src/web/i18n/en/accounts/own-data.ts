import { namespace } from '../../namespace.ts';

export const texts = namespace({
  yourData: 'Your data',
  aZipWithEverythingFluxKnowsOf:
    'A zip with everything Flux knows of you, and the original file of every version you published.',
  downloadYourData: 'Download your data',
  noApplicationsYet: 'No applications yet',
  deleteYourAccount: 'Delete your account?',
  thisCannotBeTakenBackWhatGoes: 'This cannot be taken back. What goes:',
  yourDisplayNameEMailAddressAnd: 'Your display name, e-mail address and plan',
  everyWayToSignInAndEvery: 'Every way to sign in, and every browser you are signed in with',
  versionsThatYouUploadedTo:
    'Versions that you uploaded to applications of others stay there, without your name.',
  toConfirmTypeUsername: 'To confirm, type {username}',
  displayName: 'Display name',
  keepMyAccount: 'Keep my account',
  deleteAccount: 'Delete account',
  yourAccountWithEverythingInItGoes:
    'Your account with everything in it goes at once and for good. Nobody can bring it back.',
  gamesStopForEverybodyWhoPlaysThem:
    'Games stop for everybody who plays them, and their links lead nowhere. Download your data first if you want to keep it.',
  countApplicationsWithCountVersions:
    '{applications, plural, one {# application} other {# applications}} with {versions, plural, one {# version} other {# versions}}',
  countOrganizations: '{organizations, plural, one {# organization} other {# organizations}}',
  countMembershipsInOrganizationsOf:
    '{memberships, plural, one {# membership} other {# memberships}} in organizations of others',
  countUnfinishedUploads:
    '{unfinishedUploads, plural, one {# unfinished upload} other {# unfinished uploads}}',
});
