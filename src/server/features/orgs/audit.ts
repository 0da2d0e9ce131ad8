import type { Transaction } from 'kysely';
import type { MemberRole } from '#shared/orgs/orgs.ts';
import type { Tables } from '../../db/schema.ts';
import type { Viewer } from '../accounts/viewer.ts';
import { type AuditEvent, writeAudit } from '../audit/write.ts';
import { rolesToInviteAs } from './can.ts';
import { allows, type Right } from './permit.ts';
import type { KnownOrganization } from './store.ts';

type Event = Pick<AuditEvent, 'action' | 'before' | 'after' | 'reason'>;

/** Records an administrator's action on an organization if only the role allowed it. */
export async function recordAdminAction(
  trx: Transaction<Tables>,
  viewer: Viewer,
  organization: KnownOrganization,
  right: Right,
  event: Event,
  now: Date,
): Promise<void> {
  if (viewer.role !== 'admin' || allows({ ...viewer, role: 'user' }, organization, right)) return;
  await recordAdminActionOf(trx, viewer, organization, event, now);
}

/** The same if only the role allowed it. */
export async function recordAdminActionOf(
  trx: Transaction<Tables>,
  viewer: Pick<Viewer, 'id'>,
  { id, name }: Pick<KnownOrganization, 'id' | 'name'>,
  event: Event,
  now: Date,
): Promise<void> {
  await writeAudit(trx, { ...event, actorId: viewer.id, target: { kind: 'organization', id, name } }, now);
}

/** The right to manage members, for a role beyond the inviter's own. */
export function rightToInviteAs(
  viewer: Viewer,
  organization: KnownOrganization,
  role: MemberRole,
): 'invite' | 'manageMembers' {
  const roles = rolesToInviteAs({ id: viewer.id, role: 'user' }, organization);
  return roles.includes(role) ? 'invite' : 'manageMembers';
}
