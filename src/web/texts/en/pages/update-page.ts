import { area } from '../../area.ts';

export const texts = area({
  pleaseLogInToUpdateApplications: 'Please log in to update applications.',
  updateName: 'Update {name}',
  update: 'Update',
  applicationNotFound: 'Application not found.',
  failedToLoadApplication: 'Failed to load application',
  updateTheApplicationPublishNew: 'Update the application, publish new versions, go back to old ones.',
  uploadNewVersion: 'Upload New Version',
  theOwnerOrAnAdminOfIts: 'the owner or an admin of its organization approves it',
  itIsPublished: 'it is published',
  itBecomesTheActiveVersionAsSoon: 'It becomes the active version as soon as {which}.',
  successfullyUploadedVersionVersion: 'Successfully uploaded version {version}!',
  loadingApplication: 'Loading application…',
});
