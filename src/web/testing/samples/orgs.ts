import { type Invitation, invitationDays, type Member, type Organization } from '#shared/orgs/orgs.ts';
import { someone } from './accounts.ts';
import { daysAgo, idOf } from './ids.ts';

const allRights: Organization['can'] = {
  lookInside: true,
  edit: true,
  delete: true,
  leave: false,
  inviteAs: ['member', 'admin', 'viewer'],
  manageMembers: true,
  upload: true,
  approve: true,
  handOver: true,
};

/** An organization with `someone` as its owner and only member, except for the given fields. */
export function someOwnOrganization(fields: Partial<Organization> & { number: number }): Organization {
  const { number, ...given } = fields;
  const { id: ownerId, username, email } = someone();
  const id = idOf('m', number);
  return {
    id,
    _id: id,
    name: `Organization ${number}`,
    description: '',
    isPublic: false,
    owner: { uid: ownerId, displayName: username, email },
    ownerId,
    createdBy: ownerId,
    createdAt: daysAgo(number),
    updatedAt: daysAgo(number),
    members: [someOwner()],
    memberCount: 1,
    applications: 0,
    awaitingApproval: 0,
    settings: { allowMemberUploads: true, requireApproval: false },
    role: 'owner',
    isOffline: false,
    can: allRights,
    ...given,
  };
}

/** `someone` as the owner of an organization. */
export function someOwner(): Member {
  const { id, username, email } = someone();
  const can = { remove: false, changeRole: false, makeOwner: false };
  return { uid: id, displayName: username, email, role: 'owner', joinedAt: daysAgo(30), can };
}

/** Another member as the owner sees it. */
export function someMember(fields: Partial<Member> & { number: number }): Member {
  const { number, ...given } = fields;
  return {
    uid: idOf('u', number),
    displayName: `Person ${number}`,
    email: `person-${number}@example.test`,
    role: 'member',
    joinedAt: daysAgo(7),
    can: { remove: true, changeRole: true, makeOwner: true },
    ...given,
  };
}

/** As users who may withdraw it see it. */
export function someInvitation(fields: Partial<Invitation> & { number: number }): Invitation {
  const { number, ...given } = fields;
  return {
    id: idOf('i', number),
    organizationId: idOf('m', number),
    organizationName: `Organization ${number}`,
    email: `person-${number}@example.test`,
    role: 'member',
    invitedBy: someone().username,
    createdAt: daysAgo(1),
    sentAt: daysAgo(1),
    expiresAt: daysAgo(1 - invitationDays),
    expired: false,
    can: { remind: true, withdraw: true, accept: false },
    ...given,
  };
}
