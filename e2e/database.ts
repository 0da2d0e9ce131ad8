import type { Page } from '@playwright/test';
import pg from 'pg';
import { findPostmaster } from '../src/server/platform/db/postmaster.ts';
import { newId } from '../src/server/platform/ids.ts';
import { FluxProcess } from '../src/server/testing/servers/flux-process.ts';
import type { Tier } from '../src/shared/billing/plans.ts';

/** State that tests cannot reach in the browser: elapsed time, and the results of payments. */

/** @returns how many rows it changed */
export async function execute(
  { databaseDir }: Pick<FluxProcess, 'databaseDir'>,
  statement: string,
  values: unknown[] = [],
): Promise<number> {
  const found = await findPostmaster(databaseDir);
  const client = new pg.Client({ host: found?.socketDir ?? '', user: 'postgres', database: 'flux' });
  await client.connect();
  try {
    return (await client.query(statement, values)).rowCount ?? 0;
  } finally {
    await client.end();
  }
}

/**
 * Subscribes an account to a plan without an end, unless it has a subscription or is an administrator.
 * @returns whether that changed anything
 */
export async function subscribe(page: Page, email: string, tier: Tier): Promise<boolean> {
  const changed = await execute(
    FluxProcess.at(page.url()),
    `insert into subscriptions (id, user_id, status, tier, created_at, updated_at)
     select $1, id, 'active', $2, now(), now() from users where email = $3 and role = 'user'
     on conflict do nothing`,
    [newId(), tier, email],
  );
  return changed > 0;
}

/** As the payment provider does after a downgrade, a failed payment or a cancellation. */
export async function changeSubscription(
  page: Page,
  email: string,
  { tier, status }: { tier: Tier; status: string },
): Promise<void> {
  const changed = await execute(
    FluxProcess.at(page.url()),
    'update subscriptions set tier = $1, status = $2 from users where users.id = user_id and email = $3',
    [tier, status, email],
  );
  if (changed === 0) throw new Error(`${email} has no subscription.`);
}

/** As if the account had never chosen a plan: its content does not go offline. */
export async function forgetSubscription(page: Page, email: string): Promise<void> {
  await execute(
    FluxProcess.at(page.url()),
    'delete from subscriptions using users where users.id = user_id and email = $1',
    [email],
  );
}
