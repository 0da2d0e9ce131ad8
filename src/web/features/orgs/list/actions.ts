import type { Organization } from '#shared/orgs/orgs.ts';

export type OrganizationAction = 'manage' | 'invite' | 'edit' | 'leave' | 'delete';

/** What was asked for from a row; the dialogs stand outside the list, which changes by itself. */
export type Act = (what: OrganizationAction, organization: Organization) => void;
