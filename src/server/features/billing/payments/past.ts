import type { Kysely, Transaction } from 'kysely';
import type { Context } from '../../../context.ts';
import { keyedHash } from '../../../platform/secret-key.ts';
import type { Tables } from '../../../schema.ts';
import { listIdentityRows } from '../../accounts/own/identity-store.ts';
import type { Payments } from '../stripe/port.ts';
import { listPasts, lockCustomersWithPlan, type PastRow, upsertPasts } from './store.ts';

type Keys = Pick<Context, 'secretKey'>;

/**
 * Remembers by each way in which a person signs in that they had a plan that costs, and with which promotions. It stays
 * when the account goes, and when that way is taken from it: whoever comes back by it has had their trial.
 */
export async function rememberPast(keys: Keys, trx: Transaction<Tables>, userId: string): Promise<void> {
  const customers = await lockCustomersWithPlan(trx, userId);
  if (customers.length === 0) return;
  const hashes = await identityHashesOf(keys, trx, userId);
  await upsertPasts(
    trx,
    customers.flatMap(({ service, used_promotions }) =>
      hashes.map((identity_hash) => ({ identity_hash, service, used_promotions })),
    ),
  );
}

/** What is remembered of the ways in which somebody signs in, by whichever account it came to be. */
export async function pastsOf(
  { db, secretKey }: Pick<Context, 'db'> & Keys,
  { service }: Pick<Payments, 'service'>,
  userId: string,
): Promise<PastRow[]> {
  return listPasts(db, service, await identityHashesOf({ secretKey }, db, userId));
}

async function identityHashesOf({ secretKey }: Keys, db: Kysely<Tables>, userId: string): Promise<Buffer[]> {
  const identities = await listIdentityRows(db, userId);
  return identities.map(({ issuer, subject }) =>
    // As JSON, in which no two pairs are one text.
    keyedHash(secretKey, 'payer-identity', JSON.stringify([issuer, subject])),
  );
}
