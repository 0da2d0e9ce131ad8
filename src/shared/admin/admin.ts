import * as z from 'zod/mini';
import { type Role, roles } from '../accounts/accounts.ts';
import { cursorSchema, searchText } from '../apps/app-list.ts';
import { takenDownSchema } from '../contact/reports.ts';
import { defineEndpoint, idSchema, isoDate, oneOf, textBlock } from '../contract/contract.ts';
import { namedOrganizationSchema } from '../orgs/named-organization.ts';
import { memberSchema } from '../orgs/orgs.ts';

/** Data for administrators. The names of the specification are exact. */
export const adminMessages = {
  signIn: 'Please sign in to access admin dashboard',
  accessRequired: 'Admin access required',
  roleUpdated: (role: Role) => `User role updated to ${role} successfully`,
  organizationUpdated: 'User organization updated successfully',
  userDeleted: (name: string) => `User "${name}" deleted successfully`,
  userDisabled: (name: string) => `User "${name}" disabled successfully`,
  userEnabled: (name: string) => `User "${name}" enabled successfully`,
  organizationDeleted: (name: string) => `Organization "${name}" deleted successfully`,
  applicationDeleted: (name: string) => `Application "${name}" deleted successfully`,
  applicationNotDeleted: (message: string) => `Failed to delete application: ${message}`,
  organizationsFailed: 'Failed to load organizations. Function may require authentication.',
  cannotDeleteYourself: 'Cannot delete yourself',
  cannotDisableYourself: 'Cannot disable yourself',
  cannotChangeOwnRole: 'Cannot change your own role',
  confirmDeleteUser: (name: string) =>
    `Are you sure you want to delete user "${name}"? This will permanently remove them from Firebase Auth.`,
  confirmDeleteOrganization: (name: string) => `Are you sure you want to delete organization "${name}"?`,
  confirmDeleteApplication: (name: string) => `Are you sure you want to delete application "${name}"?`,
  confirmRemoveMember: 'Are you sure you want to remove this member?',
  reasonRequired: 'Please give a reason',
  reasonTooLong: 'Please keep the reason under 1,000 characters',
} as const;

const pageQuery = {
  cursor: z.optional(cursorSchema),
  limit: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(100)), 50),
};

/** Administrators see the address of every account that has one. */
const ownerSchema = z.strictObject({
  uid: z.string(),
  displayName: z.string(),
  email: z.nullable(z.string()),
});

/** Maximum number of an account's organizations in the list. */
export const maxListedOrganizations = 20;

export const adminUserSchema = z.strictObject({
  uid: z.string(),
  id: z.string(),
  email: z.nullable(z.string()),
  username: z.string(),
  role: z.enum(roles),
  provider: z.string(),
  createdAt: isoDate,
  lastLoginAt: isoDate,
  updatedAt: isoDate,
  /** The organization that an administrator assigned; the account is one of its members. */
  organizationId: z.nullable(z.string()),
  organizationName: z.nullable(z.string()),
  /** Memberships in the order of joining; the first 20. */
  memberOrganizations: z.array(z.strictObject({ id: z.string(), name: z.string(), isOwner: z.boolean() })),
  hasMoreOrganizations: z.boolean(),
  /** When and why the account was disabled; null for all others. */
  disabled: z.nullable(z.strictObject({ at: isoDate, reason: z.string() })),
  /** The permissions of the viewer on this account. */
  can: z.strictObject({
    changeRole: z.boolean(),
    delete: z.boolean(),
    disable: z.boolean(),
    /** The reasons; only if one of them is false. */
    why: z.optional(z.string()),
  }),
});
export type AdminUser = z.output<typeof adminUserSchema>;

export const accountStates = ['active', 'disabled'] as const;
export type AccountState = (typeof accountStates)[number];

const changedUserSchema = z.strictObject({ success: z.literal(true), user: adminUserSchema });

export const listUsers = defineEndpoint({
  method: 'GET',
  path: '/api/getFirebaseAuthUsers',
  summary:
    'Every account, newest first; `search` finds what is in the display name, the e-mail address, or is the id',
  access: 'admin',
  query: z.strictObject({
    search: z.optional(searchText),
    role: z.optional(oneOf('a role', roles)),
    /** A provider id, as 'google.com'. */
    provider: z.optional(z.string().check(z.maxLength(100), z.regex(/^[\w.-]*$/, 'This is not a provider.'))),
    state: z.optional(oneOf('a state', accountStates)),
    ...pageQuery,
  }),
  paged: true,
  output: adminUserSchema,
});

/** `PUT getFirebaseAuthUsers` of section 7: either variant, distinguished by its fields. */
export const changeUser = defineEndpoint({
  method: 'PUT',
  path: '/api/getFirebaseAuthUsers',
  summary:
    'Changes the role of an account, which needs a fresh sign-in and signs that person out everywhere, or the organization that it is assigned to (null: none)',
  access: 'admin',
  body: z
    .strictObject({
      uid: idSchema,
      role: z.optional(oneOf('a role', roles)),
      organizationId: z.optional(z.nullable(idSchema)),
      // Section 7 lists it. The server knows the name itself.
      organizationName: z.optional(z.unknown()),
    })
    .check(
      z.refine(
        ({ role, organizationId }) => (role === undefined) !== (organizationId === undefined),
        'Please send either a role or an organization.',
      ),
    ),
  output: changedUserSchema,
  errors: [
    'not_found',
    'organization_not_found',
    'conflict',
    'forbidden',
    'fresh_sign_in_required',
    'last_admin',
  ],
});

export const deleteUser = defineEndpoint({
  method: 'DELETE',
  path: '/api/getFirebaseAuthUsers',
  summary:
    'Deletes an account with everything in it, for good; needs a fresh sign-in. Organizations that it owns with other members in them are handed over or deleted before',
  access: 'admin',
  body: z.strictObject({ uid: idSchema }),
  output: z.strictObject({ success: z.literal(true) }),
  errors: ['not_found', 'conflict', 'forbidden', 'fresh_sign_in_required', 'last_admin'],
});

const userParams = z.strictObject({ id: idSchema });

export const disableFields = {
  /** Administrators read it; the account does not. */
  reason: textBlock(1000, adminMessages.reasonTooLong, adminMessages.reasonRequired),
};

export const disableUser = defineEndpoint({
  method: 'POST',
  path: '/api/admin/users/{id}/disable',
  summary:
    'Ends every session of an account and lets it sign in no more; its applications stay. Needs a fresh sign-in',
  access: 'admin',
  params: userParams,
  body: z.strictObject(disableFields),
  output: changedUserSchema,
  errors: ['not_found', 'conflict', 'forbidden', 'fresh_sign_in_required', 'last_admin'],
});

export const enableUser = defineEndpoint({
  method: 'POST',
  path: '/api/admin/users/{id}/enable',
  summary: 'Lets a disabled account sign in again; needs a fresh sign-in',
  access: 'admin',
  params: userParams,
  output: changedUserSchema,
  errors: ['not_found', 'conflict', 'fresh_sign_in_required'],
});

export const getCounts = defineEndpoint({
  method: 'GET',
  path: '/api/admin/counts',
  summary: 'How many accounts, organizations, applications and applications with open reports there are',
  access: 'admin',
  output: z.strictObject({
    users: z.int(),
    organizations: z.int(),
    applications: z.int(),
    openReports: z.int(),
  }),
});

export const adminOrganizationSchema = z.strictObject({
  id: z.string(),
  _id: z.string(),
  name: z.string(),
  description: z.string(),
  owner: ownerSchema,
  memberCount: z.int(),
  isPublic: z.boolean(),
  createdAt: isoDate,
  /** Since the subscription of its owner ended. */
  offline: z.boolean(),
  /** Whether its deletion must specify what happens to its applications. */
  hasApplications: z.boolean(),
});
export type AdminOrganization = z.output<typeof adminOrganizationSchema>;

export const listAdminOrganizations = defineEndpoint({
  method: 'GET',
  path: '/api/admin/organizations',
  summary:
    'Every organization, newest first; `search` finds what is in the name or the description, is the id, or is the e-mail address of its owner',
  access: 'admin',
  query: z.strictObject({ search: z.optional(searchText), ...pageQuery }),
  paged: true,
  output: adminOrganizationSchema,
});

export const listAdminMembers = defineEndpoint({
  method: 'GET',
  path: '/api/admin/organizations/{id}/members',
  summary: 'The members of any organization, the owner first; `search` finds names and e-mail addresses',
  access: 'admin',
  params: z.strictObject({ id: z.string() }),
  query: z.strictObject({
    search: z.optional(searchText),
    cursor: z.optional(z.string().check(z.maxLength(600))),
    limit: pageQuery.limit,
  }),
  paged: true,
  output: memberSchema,
  errors: ['organization_not_found'],
});

/** `offline`: since its owner's plan ended. `taken-offline`: by an administrator. */
export const applicationStates = ['public', 'private', 'offline', 'taken-offline', 'reported'] as const;
export type ApplicationState = (typeof applicationStates)[number];

export const adminApplicationSchema = z.strictObject({
  id: z.string(),
  name: z.string(),
  description: z.string(),
  owner: ownerSchema,
  organization: z.nullable(namedOrganizationSchema),
  /** The number of the active version. */
  version: z.string(),
  isPublic: z.boolean(),
  createdAt: isoDate,
  thumbnailUrl: z.nullable(z.string()),
  /** Since the subscription of its owner ended. */
  offline: z.boolean(),
  takenDown: z.nullable(takenDownSchema),
  openReports: z.int(),
});
export type AdminApplication = z.output<typeof adminApplicationSchema>;

export const listAdminApplications = defineEndpoint({
  method: 'GET',
  path: '/api/admin/applications',
  summary:
    'Every application, newest first; `search` finds what is in the name, the description or the name of its owner, is the id, or is the e-mail address of its owner',
  access: 'admin',
  query: z.strictObject({
    search: z.optional(searchText),
    state: z.optional(oneOf('a state', applicationStates)),
    ...pageQuery,
  }),
  paged: true,
  output: adminApplicationSchema,
});

/** Actions of administrators, and actions on other users' content with an administrator's rights. */
export const auditActions = [
  'user.role',
  'user.organization',
  'user.disable',
  'user.enable',
  'user.delete',
  'organization.update',
  'organization.hand-over',
  'organization.delete',
  'member.invite',
  'member.withdraw',
  'member.role',
  'member.remove',
  'application.update',
  'application.share-link',
  'application.delete',
  'application.take-offline',
  'application.bring-back',
  'version.publish',
  'version.activate',
  'version.delete',
  'version.approve',
  'version.send-back',
  'report.dismiss',
  'report.uphold',
  'support.resolve',
  'support.reopen',
  'storage.create',
  'storage.update',
  'storage.test',
  'storage.activate',
  'storage.delete',
  'storage.move',
  'storage.stop-move',
] as const;
export type AuditAction = (typeof auditActions)[number];

export const auditTargetKinds = ['user', 'organization', 'application', 'storage', 'support'] as const;
export type AuditTargetKind = (typeof auditTargetKinds)[number];

const auditFacts = z.nullable(z.record(z.string(), z.unknown()));

export const auditEntrySchema = z.strictObject({
  id: z.string(),
  at: isoDate,
  /** Its name at that time. No id means the command line or the configuration. */
  actor: z.strictObject({ id: z.nullable(z.string()), name: z.string() }),
  action: z.enum(auditActions),
  target: z.strictObject({ kind: z.enum(auditTargetKinds), id: z.string(), name: z.string() }),
  /** The state before; null if there was nothing. */
  before: auditFacts,
  /** The state after; null if it was deleted. */
  after: auditFacts,
  /** Current names of the accounts and organizations whose ids occur in both states, without deleted ones. */
  names: z.record(z.string(), z.string()),
  reason: z.nullable(z.string()),
});
export type AuditEntry = z.output<typeof auditEntrySchema>;

const day = z.iso.datetime({ offset: true, message: 'Please give a date and a time.' });

export const listAuditLog = defineEndpoint({
  method: 'GET',
  path: '/api/admin/audit-log',
  summary:
    'What administrators did, newest first; of one actor or target by its id, of one action, from a moment up to another',
  access: 'admin',
  query: z.strictObject({
    actor: z.optional(z.string().check(z.maxLength(100), z.regex(/^[\w-]*$/, 'This is not a valid id.'))),
    action: z.optional(oneOf('an action', auditActions)),
    target: z.optional(z.string().check(z.maxLength(100), z.regex(/^[\w-]*$/, 'This is not a valid id.'))),
    from: z.optional(day),
    to: z.optional(day),
    ...pageQuery,
  }),
  paged: true,
  output: auditEntrySchema,
});
