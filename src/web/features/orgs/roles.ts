import type { MemberRole, OrganizationRole } from '#shared/orgs/orgs.ts';
import { texts } from '../../i18n/en/orgs.ts';

export const roleLabels: Record<OrganizationRole, string> = {
  owner: texts.owner,
  admin: texts.admin,
  member: texts.member,
  viewer: texts.viewer,
};

const roleTexts: Record<MemberRole, string> = {
  member: texts.seesItsApplicationsAndUploadsWhere,
  admin: texts.editsTheOrganizationItsMembersAnd,
  viewer: texts.seesAndPlaysItsApplications,
};

/** The roles as options. */
export function roleOptions(roles: readonly MemberRole[]) {
  return roles.map((value) => ({ value, label: roleLabels[value], text: roleTexts[value] }));
}
