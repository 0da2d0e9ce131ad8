import type { MemberRole, OrganizationRole } from '#shared/orgs.ts';

export const roleLabels: Record<OrganizationRole, string> = {
  owner: 'Owner',
  admin: 'Admin',
  member: 'Member',
  viewer: 'Viewer',
};

const roleTexts: Record<MemberRole, string> = {
  member: 'Sees its applications, and uploads where the organization allows it.',
  admin: 'Edits the organization, its members and its applications.',
  viewer: 'Sees and plays its applications.',
};

/** Roles as a list to choose from. */
export function roleOptions(roles: readonly MemberRole[]) {
  return roles.map((value) => ({ value, label: roleLabels[value], text: roleTexts[value] }));
}
