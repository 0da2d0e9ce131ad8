import { namespace } from '../../namespace.ts';

export const texts = namespace({
  yourData: 'Your data',
  aZipWithAllYourDataOnFluxAndThe:
    'A zip with all your data on Flux and the original file of every version you published.',
  downloadYourData: 'Download your data',
  noApplicationsYet: 'No applications yet',
  deleteYourAccount: 'Delete your account?',
  thisCannotBeUndoneFluxDeletes: 'This cannot be undone. Flux deletes:',
  yourDisplayNameEMailAddressAnd: 'Your display name, e-mail address and plan',
  allYourSignInMethodsAndSessions: 'All your sign-in methods and sessions',
  versionsThatYouUploadedTo:
    'Versions that you uploaded to other people’s applications stay, without your name.',
  toConfirmTypeUsername: 'To confirm, type {username}',
  displayName: 'Display name',
  keepMyAccount: 'Keep my account',
  deleteAccount: 'Delete account',
  yourAccountAndEverythingInIt:
    'Your account and everything in it is deleted immediately and permanently. Nobody can restore it.',
  yourGamesStopForAllPlayers:
    'Your games stop for all players, and their links stop working. Download your data first if you want to keep it.',
  countApplicationsWithCountVersions:
    '{applications, plural, one {# application} other {# applications}} with {versions, plural, one {# version} other {# versions}}',
  countOrganizations: '{organizations, plural, one {# organization} other {# organizations}}',
  countMemberships:
    '{memberships, plural, one {# membership} other {# memberships}} in other people’s organizations',
  countUnfinishedUploads:
    '{unfinishedUploads, plural, one {# unfinished upload} other {# unfinished uploads}}',
});
