import type { Transaction } from 'kysely';
import type { Context } from '#server/context.ts';
import type { Tables } from '#server/db/schema.ts';
import { keyedHash } from '#server/platform/secrets/secret-key.ts';
import { FluxError } from '#shared/contract/errors.ts';
import { lockUser } from '../../accounts/user-store.ts';
import type { Viewer } from '../../accounts/viewer.ts';
import { countSent, insertSentMail, lockSendingTo } from './store.ts';

const day = 24 * 3_600_000;

/** In 24 hours. A class is invited at once; more than that by hand is a flood. */
export const dailyInvitations = { person: 50, organization: 200, address: 5 };

/** One invitation is sent once in this time, however often it is asked for. */
export const remindMilliseconds = 3_600_000;

/**
 * Counts an invitation mail before it is written, including reminders, by sender, organization and recipient address,
 * whether or not the address has an account. The organization's row must be locked.
 * @throws FluxError `too_many_requests`
 */
export async function countMail(
  { clock, secretKey }: Pick<Context, 'clock' | 'secretKey'>,
  trx: Transaction<Tables>,
  viewer: Viewer,
  { organizationId, email }: { organizationId: string; email: string },
): Promise<void> {
  // Concurrent invitations of one user to two organizations count each other.
  if (!(await lockUser(trx, viewer.id))) throw new FluxError('unauthenticated');
  const addressHash = hashAddress(secretKey, email);
  await lockSendingTo(trx, addressHash);
  const now = clock.now();
  const since = new Date(now.getTime() - day);
  const refuseFrom = async (
    limit: number,
    by: Parameters<typeof countSent>[1],
    value: string | Buffer,
    sentence: string,
  ) => {
    const { count, first } = await countSent(trx, by, value, since);
    if (count < limit) return;
    const waitMs = (first?.getTime() ?? now.getTime()) + day - now.getTime();
    throw new FluxError('too_many_requests', `${sentence} in 24 hours. Please try again later.`, {
      retryAfterSeconds: Math.max(1, Math.ceil(waitMs / 1_000)),
    });
  };
  const { person, organization, address } = dailyInvitations;
  await refuseFrom(person, 'user_id', viewer.id, `One person may send ${person} invitations`);
  await refuseFrom(
    organization,
    'organization_id',
    organizationId,
    `${organization} invitations may be sent for one organization`,
  );
  await refuseFrom(address, 'address_hash', addressHash, `One address may be sent ${address} invitations`);
  await insertSentMail(
    trx,
    { organization_id: organizationId, user_id: viewer.id, address_hash: addressHash },
    now,
  );
}

/**
 * Under which mails to an address are counted.
 * @param email in lower case
 */
export function hashAddress(secretKey: Context['secretKey'], email: string): Buffer {
  return keyedHash(secretKey, 'invited-address', email);
}
