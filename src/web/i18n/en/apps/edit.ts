import { namespace } from '../../namespace.ts';

export const texts = namespace({
  editApplication: 'Edit application',
  theBuildAndItsVersionsStayAs: 'The build and its versions do not change.',
  yourChangesToNameHaveNotBeen: 'Your changes to {name} have not been saved.',
  pleaseKeepTheNameUnder120: 'Please keep the name under 120 characters',
  applicationNameIsRequired: 'Application name is required',
  pleaseSelectAnOrganization: 'Please select an organization',
  name: 'Name',
  description: 'Description',
  thumbnail: 'Thumbnail',
  public: 'Public',
  listedInTheGalleryForEveryone:
    'Listed in the gallery for everyone. Otherwise only you, the members of its organization and people with the share link can play it.',
  saving: 'Saving...',
  saveChanges: 'Save changes',
  applicationDetailsUpdated: 'Application details updated successfully!',
  applicationNameDeletedSuccessfully: 'Application "{name}" deleted successfully',
  failedToDeleteApplicationError: 'Failed to delete application: {error}',
});
