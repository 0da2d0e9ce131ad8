import { namespace } from '../../namespace.ts';

export const texts = namespace({
  play: 'Play',
  anAdministratorHasTakenItOffline: 'An administrator has taken it offline. See the reason below.',
  byCreator: 'by {creator}',
  byCreatorOrganization: 'by {creator}, {organization}',
  update: 'Update',
  versions: 'Versions',
  noBuildFileAvailable: 'No Build File Available',
  thereIsNothingToPlayHereYet:
    'There is nothing to play here yet. Its creator has not uploaded a build or has removed it.',
  applicationNotFound: 'Application not found',
  itMayHaveBeenTakenDownOr: 'It may have been taken down, or it is private and needs its share link.',
  itMayBeThereForYou:
    'It may have been taken down, or it is private and needs its share link. Sign in if it belongs to you or your organization.',
  signIn: 'Sign In',
  failedToLoadApplication: 'Failed to load application',
  loadingApplication: 'Loading application…',
});
