import { namespace } from '../../namespace.ts';

export const texts = namespace({
  createOrganization: 'Create Organization',
  youBecomeItsOwnerYouCanChange: 'You become its owner. You can change everything later.',
  theOrganizationHasNotBeenCreated: 'The organization has not been created.',
  creating: 'Creating...',
  more: 'More',
  organizationNameCreated: 'Organization "{name}" created successfully!',
  organizationNameDeleted: 'Organization "{name}" deleted successfully!',
  areYouSureYouWantToDelete: 'Are you sure you want to delete organization "{name}"?',
  isDeletedPermanently: 'It is deleted permanently for all its members. Their accounts stay.',
  isDeletedButApplicationsStay:
    'It is deleted permanently for all its members. Their accounts and other people’s applications stay.',
  deleteOrganization: 'Delete Organization',
  keepIt: 'Keep it',
  deleting: 'Deleting...',
  deleteOrganizationForm: 'Delete organization',
  thePreviousValuesOfNameAre: 'The previous values of {name} are restored.',
  editOrganization: 'Edit Organization',
  itsMembersAndApplicationsStayAs: 'Its members and applications do not change.',
  yourChangesToNameHaveNotBeen: 'Your changes to {name} have not been saved.',
  saveChanges: 'Save changes',
  saving: 'Saving...',
  organizationUpdatedSuccessfully: 'Organization updated successfully!',
  moveThemToAnotherOrganization: 'Move them to another organization',
  deleteThemToo: 'Delete them too',
  allTheirVersionsAndFilesGoFor:
    'All their versions and files are deleted permanently, and their links stop working.',
  whatHappensToItsCountApplications:
    'What happens to its {count, plural, one {# application} other {# applications}}?',
  whatHappensToItsApplications: 'What happens to its applications?',
  moveTo: 'Move to',
  pleaseSelectAnOrganization: 'Please select an organization',
  youHaveNoOtherOrganizationThat: 'You have no other organization that accepts them without approval.',
  yourSubscriptionHasEndedMove:
    'Your subscription has ended, and they are offline. Choose a plan before you move them.',
  theyStayPlayableAtTheSameAddresses: 'They stay playable at the same addresses.',
  name: 'Name',
  description: 'Description',
  public: 'Public',
  everyoneCanSeeItsNameDescription:
    'Everyone can see its name, description, owner and number of members. Otherwise only its members can.',
  allowMemberUploads: 'Allow member uploads',
  membersCanUploadToItOtherwise: 'Members can upload to it. Otherwise only its owner and admins can.',
  requireApproval: 'Require approval',
  uploadsByMembersStayPrivateUntil:
    'Uploads by members stay private until its owner or an admin approves them.',
});
