import { sql, type Transaction } from 'kysely';
import type { Context } from '#server/context.ts';
import type { Tables } from '#server/db/schema.ts';
import type { Viewer } from '../../accounts/viewer.ts';
import { writeNotices } from '../notices.ts';
import { becameOwnerMail, lostOwnershipMail, removedMail } from './mails.ts';

type Trx = Transaction<Tables>;
type Services = Pick<Context, 'config' | 'clock'>;
type Actor = Pick<Viewer, 'id' | 'username'>;

interface Named {
  id: string;
  name: string;
}

/**
 * Notifies a removed member, in the transaction of the removal. Call `sendWritten` afterwards.
 * @returns whether a mail was written
 */
export async function notifyRemoved(
  { config, clock }: Services,
  trx: Trx,
  actor: Actor,
  { organization, userId }: { organization: Named; userId: string },
): Promise<boolean> {
  if (userId === actor.id) return false;
  const applications = await countApplications(trx, organization.id, userId);
  const content = removedMail(config, {
    person: actor.username,
    organization: organization.name,
    applications,
  });
  const notice = { ...content, userId, about: `removed from ${organization.id}` };
  return writeNotices(trx, [notice], actor.id, clock.now());
}

/** The same for the new and the former owner, except the actor. */
export async function notifyOwners(
  { config, clock }: Services,
  trx: Trx,
  actor: Actor,
  change: { organization: Named & { ownerId: string }; owner: { userId: string; username: string } },
): Promise<boolean> {
  const { organization, owner } = change;
  const named = { person: actor.username, organization: organization.name };
  const about = `owner of ${organization.id}`;
  const applications = await countApplications(trx, organization.id);
  const notices = [
    { ...becameOwnerMail(config, { ...named, applications }), userId: owner.userId, about },
    {
      ...lostOwnershipMail(config, { ...named, owner: owner.username }),
      userId: organization.ownerId,
      about,
    },
  ];
  const others = notices.filter(({ userId }) => userId !== actor.id);
  return writeNotices(trx, others, actor.id, clock.now());
}

async function countApplications(trx: Trx, organizationId: string, ownerId?: string): Promise<number> {
  const { count } = await trx
    .selectFrom('apps')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('organization_id', '=', organizationId)
    .$if(ownerId !== undefined, (apps) => apps.where('owner_id', '=', ownerId ?? ''))
    .executeTakeFirstOrThrow();
  return count;
}
