import * as z from 'zod/mini';
import { searchText } from '../apps/app-list.ts';
import {
  booleanField,
  defineEndpoint,
  idSchema,
  isoDate,
  oneOf,
  successSchema,
  textBlock,
  textLine,
} from '../contract/contract.ts';

/** The roles of an invitation. */
export const memberRoles = ['member', 'admin', 'viewer'] as const;
export type MemberRole = (typeof memberRoles)[number];

/** The roles of members. Exactly one member is the owner. */
export const organizationRoles = ['owner', ...memberRoles] as const;
export type OrganizationRole = (typeof organizationRoles)[number];

export const memberSchema = z.strictObject({
  uid: z.string(),
  displayName: z.string(),
  /** Null for viewers who are not members. */
  email: z.nullable(z.string()),
  role: z.enum(organizationRoles),
  joinedAt: isoDate,
  /** The permissions of the viewer on this member. */
  can: z.strictObject({ remove: z.boolean(), changeRole: z.boolean(), makeOwner: z.boolean() }),
});
export type Member = z.output<typeof memberSchema>;

const settingsSchema = z.strictObject({ allowMemberUploads: z.boolean(), requireApproval: z.boolean() });

export const organizationSchema = z.strictObject({
  id: z.string(),
  _id: z.string(),
  name: z.string(),
  description: z.string(),
  isPublic: z.boolean(),
  owner: z.strictObject({ uid: z.string(), displayName: z.string(), email: z.nullable(z.string()) }),
  ownerId: z.string(),
  /** Null after the account was deleted. */
  createdBy: z.nullable(z.string()),
  createdAt: isoDate,
  updatedAt: isoDate,
  /** The first members, the owner first; empty for viewers who are not members. `listMembers` has all. */
  members: z.array(memberSchema),
  memberCount: z.int(),
  /** Number of applications that the viewer may see. */
  applications: z.int(),
  /** Number of versions that await approval: for users who may approve them, 0 for others. */
  awaitingApproval: z.int(),
  settings: settingsSchema,
  /** The viewer's role; null for others. */
  role: z.nullable(z.enum(organizationRoles)),
  /** Since the subscription of its owner ended. Its members see it and may leave, nothing else. */
  isOffline: z.boolean(),
  /** Computed once on the server. The browser checks this and never the role. */
  can: z.strictObject({
    /** To see its members. */
    lookInside: z.boolean(),
    edit: z.boolean(),
    delete: z.boolean(),
    leave: z.boolean(),
    /** The roles that the viewer may invite; none if not allowed. */
    inviteAs: z.array(z.enum(memberRoles)),
    manageMembers: z.boolean(),
    /** Whether the viewer may move an application of their own into it. */
    upload: z.boolean(),
    approve: z.boolean(),
    handOver: z.boolean(),
  }),
});
export type Organization = z.output<typeof organizationSchema>;

const name = textLine(120, 'Please keep the name under 120 characters', 'Organization name is required');
const description = textBlock(2000, 'Please keep the description under 2,000 characters');

/** Fields of section 7 that a client may send and the server knows itself. */
const documentFields = {
  createdBy: z.optional(z.unknown()),
  createdAt: z.optional(z.unknown()),
  updatedAt: z.optional(z.unknown()),
};

/** Section 7 also allows both settings beside `settings`. `settings` takes precedence. */
const settingFields = {
  settings: z.optional(z.partial(settingsSchema)),
  allowMemberUploads: z.optional(z.boolean()),
  requireApproval: z.optional(z.boolean()),
};

/** The settings of an organization as sent, from either place. */
export function settingsOf({
  settings,
  allowMemberUploads,
  requireApproval,
}: z.output<z.ZodMiniObject<typeof settingFields>>) {
  return {
    allowMemberUploads: settings?.allowMemberUploads ?? allowMemberUploads,
    requireApproval: settings?.requireApproval ?? requireApproval,
  };
}

export const organizationFields = { name, description };

const memberRole = oneOf('a role', memberRoles);

export const inviteFields = {
  userEmail: textLine(254, 'Please enter a valid e-mail address', 'User email is required').check(
    z.email('Please enter a valid e-mail address'),
  ),
  role: z._default(memberRole, 'member'),
};

const listQuery = z.strictObject({
  q: z.optional(searchText),
  cursor: z.optional(z.string().check(z.maxLength(600))),
  limit: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(100)), 24),
});

const organizationParams = z.strictObject({ id: z.string() });

export const listOrganizations = defineEndpoint({
  method: 'GET',
  path: '/api/organizations',
  summary:
    'Organizations that the viewer may know, by name; with `userId` those that this person is a member of (oneself, or anybody for an administrator); with `uploadable` those that the viewer may upload to',
  access: 'signed-in',
  query: z.extend(listQuery, {
    userId: z.optional(idSchema),
    uploadable: z.optional(booleanField),
  }),
  paged: true,
  output: organizationSchema,
  errors: ['forbidden'],
});

export const getOrganization = defineEndpoint({
  method: 'GET',
  path: '/api/organizations/{id}',
  summary: 'One organization',
  access: 'signed-in',
  params: organizationParams,
  output: organizationSchema,
  errors: ['organization_not_found'],
});

export const createOrganization = defineEndpoint({
  method: 'POST',
  path: '/api/organizations',
  summary:
    'Makes an organization whose owner is the caller. Members may upload to it, without approval, unless it is told otherwise: in `settings`, or beside it, where `settings` counts first',
  access: 'signed-in',
  body: z.strictObject({
    ...documentFields,
    name,
    description: z._default(description, ''),
    isPublic: z._default(z.boolean(), false),
    ...settingFields,
  }),
  output: organizationSchema,
  errors: ['limit_reached', 'subscription_required'],
});

export const updateOrganization = defineEndpoint({
  method: 'PATCH',
  path: '/api/organizations/{id}',
  summary:
    'Changes an organization; what is left out stays. The settings may stand in `settings` or beside it, where `settings` counts first',
  access: 'signed-in',
  params: organizationParams,
  body: z.strictObject({
    ...documentFields,
    name: z.optional(name),
    description: z.optional(description),
    isPublic: z.optional(z.boolean()),
    ...settingFields,
  }),
  output: organizationSchema,
  errors: ['organization_not_found', 'forbidden', 'subscription_required'],
});

/** `PUT organizations` of section 7: one endpoint for both, distinguished by `action`. */
export const changeMembership = defineEndpoint({
  method: 'PUT',
  path: '/api/organizations',
  summary:
    'Invites a person by e-mail address, or removes a member; removing oneself is leaving. An invitation answers the same whether the address is known or not',
  access: 'signed-in',
  body: z.discriminatedUnion(
    'action',
    [
      z.strictObject({
        action: z.literal('invite'),
        organizationId: idSchema,
        ...inviteFields,
      }),
      z.strictObject({ action: z.literal('remove'), organizationId: idSchema, userId: idSchema }),
    ],
    'Please choose an action: invite or remove',
  ),
  output: successSchema,
  errors: [
    'organization_not_found',
    'member_not_found',
    'forbidden',
    'subscription_required',
    'conflict',
    'too_many_requests',
  ],
});

export const listMembers = defineEndpoint({
  method: 'GET',
  path: '/api/organizations/{id}/members',
  summary: 'The members of an organization, for its members: the owner first, then in the order of joining',
  access: 'signed-in',
  params: organizationParams,
  query: listQuery,
  paged: true,
  output: memberSchema,
  errors: ['organization_not_found', 'forbidden'],
});

export const changeMemberRole = defineEndpoint({
  method: 'PATCH',
  path: '/api/organizations/{id}/members/{userId}',
  summary: 'Changes what a member is; the owner stays the owner',
  access: 'signed-in',
  params: z.strictObject({ id: z.string(), userId: z.string() }),
  body: z.strictObject({ role: memberRole }),
  output: successSchema,
  errors: ['organization_not_found', 'member_not_found', 'forbidden', 'subscription_required', 'conflict'],
});

export const handOverOrganization = defineEndpoint({
  method: 'POST',
  path: '/api/organizations/{id}/owner',
  summary: 'Makes another member the owner; who was it before stays an admin',
  access: 'signed-in',
  params: organizationParams,
  body: z.strictObject({ userId: idSchema }),
  output: successSchema,
  errors: ['organization_not_found', 'member_not_found', 'forbidden', 'subscription_required', 'conflict'],
});

export const deleteOrganization = defineEndpoint({
  method: 'DELETE',
  path: '/api/organizations/{id}',
  summary:
    'Deletes an organization for good. One with applications only after saying what happens to them: `delete`, or `move` to the organization `moveTo`',
  access: 'signed-in',
  params: organizationParams,
  query: z.strictObject({
    applications: z.optional(oneOf('what happens to them', ['delete', 'move'])),
    moveTo: z.optional(idSchema),
  }),
  output: successSchema,
  errors: ['organization_not_found', 'forbidden', 'subscription_required', 'conflict'],
});

/** Days until an invitation expires. A reminder starts them again. */
export const invitationDays = 14;

export const invitationSchema = z.strictObject({
  id: z.string(),
  organizationId: z.string(),
  organizationName: z.string(),
  email: z.string(),
  role: z.enum(memberRoles),
  /** The inviter's display name; null after the account was deleted. */
  invitedBy: z.nullable(z.string()),
  createdAt: isoDate,
  /** Time of its last e-mail. */
  sentAt: isoDate,
  expiresAt: isoDate,
  /** Whether it is expired, or its sender may no longer invite. */
  expired: z.boolean(),
  /** Only the invited account may `accept`. */
  can: z.strictObject({ remind: z.boolean(), withdraw: z.boolean(), accept: z.boolean() }),
});
export type Invitation = z.output<typeof invitationSchema>;

export const listInvitations = defineEndpoint({
  method: 'GET',
  path: '/api/organizations/{id}/invitations',
  summary:
    'Who is invited to an organization and has not answered: all for its owner and admins, else one’s own',
  access: 'signed-in',
  params: organizationParams,
  query: listQuery,
  paged: true,
  output: invitationSchema,
  errors: ['organization_not_found', 'forbidden'],
});

export const listOwnInvitations = defineEndpoint({
  method: 'GET',
  path: '/api/invitations',
  summary: 'Invitations to the verified e-mail address of the caller that are still good, newest first',
  access: 'signed-in',
  output: z.strictObject({ invitations: z.array(invitationSchema) }),
});

const invitationParams = z.strictObject({ id: z.string() });

export const getInvitation = defineEndpoint({
  method: 'GET',
  path: '/api/invitations/{id}',
  summary: 'The invitation that the link of a mail leads to, for whoever it was sent to',
  access: 'signed-in',
  params: invitationParams,
  output: invitationSchema,
  errors: ['invitation_not_found'],
});

export const acceptInvitation = defineEndpoint({
  method: 'POST',
  path: '/api/invitations/{id}/accept',
  summary: 'Joins the organization; for an account whose verified e-mail address is the invited one',
  access: 'signed-in',
  params: invitationParams,
  output: organizationSchema,
  errors: ['invitation_not_found', 'gone'],
});

export const declineInvitation = defineEndpoint({
  method: 'POST',
  path: '/api/invitations/{id}/decline',
  summary: 'Turns an invitation down; it is gone then',
  access: 'signed-in',
  params: invitationParams,
  output: successSchema,
  errors: ['invitation_not_found'],
});

export const remindInvitation = defineEndpoint({
  method: 'POST',
  path: '/api/invitations/{id}/remind',
  summary: 'Sends the mail of an invitation again and begins its days anew; at most once an hour',
  access: 'signed-in',
  params: invitationParams,
  output: successSchema,
  errors: ['invitation_not_found', 'forbidden', 'too_many_requests'],
});

export const withdrawInvitation = defineEndpoint({
  method: 'DELETE',
  path: '/api/invitations/{id}',
  summary: 'Takes an invitation back',
  access: 'signed-in',
  params: invitationParams,
  output: successSchema,
  errors: ['invitation_not_found'],
});
