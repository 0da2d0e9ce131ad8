import { namespace } from '../../namespace.ts';

export const texts = namespace({
  createOrganization: 'Create Organization',
  youBecomeItsOwnerAllOfIt: 'You become its owner. All of it can be changed later.',
  theOrganizationHasNotBeenCreated: 'The organization has not been created.',
  creating: 'Creating...',
  more: 'More',
  organizationNameCreated: 'Organization "{name}" created successfully!',
  organizationNameDeleted: 'Organization "{name}" deleted successfully!',
  areYouSureYouWantToDelete: 'Are you sure you want to delete organization "{name}"?',
  goesForGood: 'It is deleted permanently for all its members. Their accounts stay.',
  goesForGoodButApplications:
    'It is deleted permanently for all its members. Their accounts stay, and so do applications of others.',
  deleteOrganization: 'Delete Organization',
  keepIt: 'Keep it',
  deleting: 'Deleting...',
  deleteOrganizationForm: 'Delete organization',
  nameIsAsItWasBefore: '{name} is as it was before.',
  editOrganization: 'Edit Organization',
  itsMembersAndApplicationsStayAs: 'Its members and applications stay as they are.',
  whatYouChangedAboutNameHasNot: 'What you changed about {name} has not been saved.',
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
  youHaveNoOtherOrganizationThat: 'You have no other organization that takes them without approval.',
  yourSubscriptionHasEndedMove:
    'Your subscription has ended, and they are offline. Choose a plan before you move them.',
  theyStayPlayableAtTheSameAddresses: 'They stay playable, at the same addresses.',
  name: 'Name',
  description: 'Description',
  public: 'Public',
  everybodyMaySeeItsNameAnd:
    'Everybody may see its name, description and owner, and how many members it has. Otherwise only its members do.',
  allowMemberUploads: 'Allow member uploads',
  membersUploadToItTooOtherwiseOnly: 'Members upload to it, too. Otherwise only its owner and admins do.',
  requireApproval: 'Require approval',
  whatAMemberUploadsIsPrivateUntil:
    'What a member uploads is private until its owner or an admin approves it.',
});
