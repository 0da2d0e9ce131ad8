import type { Kysely, Transaction } from 'kysely';
import type { Context } from '#server/context.ts';
import type { Tables } from '#server/db/schema.ts';
import { keyedHash } from '#server/platform/secrets/secret-key.ts';
import { listIdentityRows } from '../../accounts/own/identity-store.ts';
import type { Payments } from '../stripe/port.ts';
import { listRedemptions, lockCustomersWithPlan, type RedemptionRow, upsertRedemptions } from './store.ts';

type Keys = Pick<Context, 'secretKey'>;

/**
 * Records for each identity of a user that they had a paid plan, and which promotions they used. The record outlives the
 * account and the identity, so a new account with the same identity gets no second trial.
 */
export async function recordRedemptions(keys: Keys, trx: Transaction<Tables>, userId: string): Promise<void> {
  const customers = await lockCustomersWithPlan(trx, userId);
  if (customers.length === 0) return;
  const hashes = await identityHashesOf(keys, trx, userId);
  await upsertRedemptions(
    trx,
    customers.flatMap(({ service, used_promotions }) =>
      hashes.map((identity_hash) => ({ identity_hash, service, used_promotions })),
    ),
  );
}

/** The redemptions of all identities of a user, whichever account recorded them. */
export async function redemptionsOf(
  { db, secretKey }: Pick<Context, 'db'> & Keys,
  { service }: Pick<Payments, 'service'>,
  userId: string,
): Promise<RedemptionRow[]> {
  return listRedemptions(db, service, await identityHashesOf({ secretKey }, db, userId));
}

async function identityHashesOf({ secretKey }: Keys, db: Kysely<Tables>, userId: string): Promise<Buffer[]> {
  const identities = await listIdentityRows(db, userId);
  return identities.map(({ issuer, subject }) =>
    // JSON is unambiguous: no two pairs have the same text.
    keyedHash(secretKey, 'payer-identity', JSON.stringify([issuer, subject])),
  );
}
