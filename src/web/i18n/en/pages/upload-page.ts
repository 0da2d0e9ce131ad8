import { namespace } from '../../namespace.ts';

export const texts = namespace({
  upload: 'Upload',
  authenticationRequired: 'Authentication Required',
  youMustBeLoggedInToUpload: 'You must be logged in to upload applications.',
  welcomeUsername: 'Welcome, {username}',
  adminUser: 'Admin User',
  applicationUploadedSuccessfully: 'Application uploaded successfully!',
  loading: 'Loading…',
});
