import type { Organization } from '#shared/orgs/orgs.ts';

export type OrganizationAction = 'manage' | 'invite' | 'edit' | 'leave' | 'delete';

/** Actions of a row; their dialogs are outside the list, which changes by itself. */
export type Act = (what: OrganizationAction, organization: Organization) => void;
