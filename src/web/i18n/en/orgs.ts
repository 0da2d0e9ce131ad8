import { namespace } from '../namespace.ts';

export const texts = namespace({
  owner: 'Owner',
  admin: 'Admin',
  member: 'Member',
  viewer: 'Viewer',
  seesItsApplicationsAndUploadsWhere: 'Sees its applications, and uploads if the organization allows it.',
  editsTheOrganizationItsMembersAnd: 'Edits the organization, its members and its applications.',
  seesAndPlaysItsApplications: 'Sees and plays its applications.',
});
