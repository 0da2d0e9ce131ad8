import { sql, type Transaction } from 'kysely';
import type { Context } from '#server/context.ts';
import type { Tables } from '#server/db/schema.ts';
import { newId } from '#server/platform/ids.ts';
import { type Notice, writeNotices } from '../../orgs/notices.ts';
import { isHidden } from '../can.ts';
import {
  applicationsGainedMail,
  applicationsLostMail,
  type Cause,
  type Outcome,
  organizationDeletedMail,
} from './mails.ts';
import type { LockedApp } from './store.ts';

type Trx = Transaction<Tables>;
type Services = Pick<Context, 'config' | 'clock'>;

interface Deletion {
  organization: { id: string; name: string };
  cause: Cause;
  /** Who gets no mail: the actor, and a deleted account. */
  except: readonly string[];
  /** Null for a deleted account, with which the mails it caused would be deleted. */
  causedBy: string | null;
  /** The applications in it, by outcome. */
  applications: Partial<Readonly<Record<Outcome, readonly LockedApp[]>>>;
  /** Where the applications move to. */
  targetId?: string | undefined;
}

/**
 * Notifies members, owners of applications and the owner of the target organization of a deletion, in its transaction
 * and before its members are deleted. Call `sendWritten` afterwards.
 * @returns whether a mail was written
 */
export async function notifyOfDeletion(
  { config, clock }: Services,
  trx: Trx,
  deletion: Deletion,
): Promise<boolean> {
  const { organization, cause, except, causedBy, targetId } = deletion;
  const { deleted = [], moved = [], kept = [] } = deletion.applications;
  const target = targetId === undefined ? null : await findOwned(trx, targetId);
  // A mail must not keep the id of a deleted organization.
  const about = `deletion ${newId()}`;
  const recipients = new Set([
    ...(await listMemberIds(trx, organization.id)),
    ...[...deleted, ...moved, ...kept].map(({ ownerId }) => ownerId),
  ]);
  for (const id of except) recipients.delete(id);
  const notices: Notice[] = [...recipients].map((userId) => {
    const ownedNames = (apps: readonly LockedApp[]) =>
      apps.filter(({ ownerId }) => ownerId === userId).map(({ name }) => name);
    const applications = { deleted: ownedNames(deleted), moved: ownedNames(moved), kept: ownedNames(kept) };
    const named = { organization: organization.name, cause, applications, target: target?.name ?? null };
    return { ...organizationDeletedMail(config, named), userId, about };
  });
  const gained = moved.filter((app) => !isHidden(app)).map(({ name }) => name);
  if (target && cause.by === 'person' && gained.length > 0 && !except.includes(target.ownerId))
    notices.push({
      ...applicationsGainedMail(config, {
        person: cause.person,
        from: organization.name,
        organizationId: target.id,
        organization: target.name,
        applications: gained,
      }),
      userId: target.ownerId,
      about: `applications gained ${newId()}`,
    });
  return writeNotices(trx, notices, causedBy, clock.now());
}

/**
 * Notifies the owners of organizations of the applications they lose with an account, before the deletion. Suspended
 * ones are omitted: only their owner could see them.
 * @param actorId the user who deletes the account
 * @returns whether a mail was written
 */
export async function notifyOfLostApps(
  { config, clock }: Services,
  trx: Trx,
  { userId, actorId }: { userId: string; actorId: string },
): Promise<boolean> {
  const rows = await trx
    .selectFrom('apps')
    .innerJoin('organizations', 'organizations.id', 'apps.organization_id')
    .select([
      'organizations.id',
      'organizations.name as organization',
      'organizations.owner_id as ownerId',
      sql<string[]>`array_agg(apps.name order by apps.id)`.as('applications'),
    ])
    .where('apps.owner_id', '=', userId)
    .where('organizations.owner_id', 'not in', [userId, actorId])
    .where('organizations.suspended_since', 'is', null)
    .where('apps.suspended_since', 'is', null)
    .where('apps.taken_down_at', 'is', null)
    .groupBy('organizations.id')
    .execute();
  const notices = rows.map(({ id, organization, ownerId, applications }) => ({
    ...applicationsLostMail(config, { organizationId: id, organization, applications }),
    userId: ownerId,
    about: `applications lost by ${id} ${newId()}`,
  }));
  return writeNotices(trx, notices, null, clock.now());
}

async function findOwned(trx: Trx, id: string) {
  return trx
    .selectFrom('organizations')
    .select(['id', 'name', 'owner_id as ownerId'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
}

async function listMemberIds(trx: Trx, organizationId: string): Promise<string[]> {
  const rows = await trx
    .selectFrom('organization_members')
    .select('user_id')
    .where('organization_id', '=', organizationId)
    .execute();
  return rows.map((row) => row.user_id);
}
