import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, expect, test } from 'vitest';
import { readConfig } from '#server/config/config.ts';
import { closeContext, createContext } from '#server/context.ts';
import { findPostmaster } from '#server/platform/db/postmaster.ts';
import { createLog } from '#server/platform/telemetry/log.ts';
import { MovableClock } from '#server/platform/time/clock.ts';
import { buy } from '#server/testing/people/payments.ts';
import { type Person, type SignInOptions, signIn } from '#server/testing/people/people.ts';
import { FluxProcess } from '#server/testing/servers/flux-process.ts';
import type { TestServer } from '#server/testing/servers/server.ts';
import { listSubscriptions } from '#shared/billing/billing.ts';
import { moveTestClock } from '#shared/billing/test-payments.ts';
import { listMails } from '#shared/contact/mail.ts';

const env = { FLUX_TEST_CLOCK: 'on' };
const started: FluxProcess[] = [];
afterEach(async () => {
  for (const flux of started.splice(0)) await flux.dispose();
});

/** A user with a session at a server process. */
async function addSignedInUser(flux: FluxProcess, name: string, options: SignInOptions): Promise<Person> {
  const config = readConfig({ FLUX_DATA: flux.dataDir, PORT: String(flux.port), ...env });
  const database = { socketDir: (await findPostmaster(flux.databaseDir))?.socketDir ?? '' };
  const context = await createContext(config, createLog('error'), database);
  const address = { host: '127.0.0.1', port: flux.port } as const;
  const server: TestServer = {
    ...{ context, database, address },
    clock: new MovableClock(),
    port: flux.port,
    close: () => closeContext(context),
  };
  try {
    return await signIn(server, name, options);
  } finally {
    await server.close();
  }
}

test('after a stop, a kill and a restart, subscriptions, clock and pending mails are there', async () => {
  const flux = await FluxProcess.create({ env });
  started.push(flux);
  await flux.start();
  const day = 86_400;
  const ada = () => addSignedInUser(flux, 'Ada', { plan: null });
  const eve = () => addSignedInUser(flux, 'Eve', { role: 'admin', plan: null });
  const move = async (days: number) => (await eve()).call(moveTestClock, { body: { seconds: days * day } });
  const subjects = async () => {
    const { items } = await (await eve()).call(listMails);
    return items.map(({ subject }) => subject).reverse();
  };
  await buy(await ada());
  // The background jobs send it.
  for (let waited = 0; (await subjects()).length === 0 && waited < 100; waited += 1) await sleep(200);
  await move(6);
  expect(await subjects()).toEqual([
    'Your Pro trial has started',
    expect.stringMatching(/^Your Pro trial ends on/),
  ]);
  await flux.stop();
  await flux.start();
  const { now } = await move(2);
  expect(Math.abs(Date.parse(now) - Date.now() - 8 * day * 1000)).toBeLessThan(60_000);
  expect(await (await ada()).call(listSubscriptions)).toMatchObject([{ status: 'active', tier: 'pro' }]);
  expect((await subjects()).slice(2)).toEqual(['Your Pro plan has started']);
  await flux.kill();
  await flux.start();
  await move(32);
  // The start reconciles, too. If both fail on a busy machine, the schedule does it within a minute.
  await expect
    .poll(async () => (await subjects()).slice(3), { timeout: 90_000 })
    .toEqual(['Pro was renewed']);
});
