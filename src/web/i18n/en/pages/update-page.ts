import { namespace } from '../../namespace.ts';

export const texts = namespace({
  pleaseLogInToUpdateApplications: 'Please log in to update applications.',
  updateName: 'Update {name}',
  update: 'Update',
  thisApplicationWasDeleted:
    'This application was deleted, or you no longer have access. Your input is still here.',
  applicationNotFound: 'Application not found.',
  itMayHaveBeenDeleted: 'It was deleted, or you have no access. To update it, ask its owner for access.',
  failedToLoadApplication: 'Failed to load application',
  editTheDetailsPublishNewVersions: 'Edit the details, publish new versions and roll back to earlier ones.',
  uploadNewVersion: 'Upload New Version',
  activeOncePublished: 'It becomes the active version as soon as it is published.',
  activeOnceApproved:
    'It becomes the active version as soon as the owner or an admin of its organization approves it.',
  successfullyUploadedVersionVersion: 'Successfully uploaded version {version}!',
  versionWasHeldBack:
    'Version {version} was uploaded, but not activated: it cannot start. See the Version History for the reasons.',
  loadingApplication: 'Loading application…',
});
