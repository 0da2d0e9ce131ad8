import { afterEach, beforeEach, expect, test } from 'vitest';
import { closeContext, createContext } from '#server/context.ts';
import { addVersion, makeApp } from '#server/delivery/test-build.ts';
import { mailsTo } from '#server/testing/people/lifecycle.ts';
import { buy, untilProcessed } from '#server/testing/people/payments.ts';
import { type Person, signIn, visitor } from '#server/testing/people/people.ts';
import { startServer, type TestServer } from '#server/testing/servers/server.ts';
import { getMe } from '#shared/accounts/accounts.ts';
import { moveTestClock } from '#shared/billing/test-payments.ts';

let server: TestServer;
let admin: Person;
const day = 86_400;
const on = { FLUX_TEST_CLOCK: 'on' };
beforeEach(async () => {
  server = await startServer({ env: on });
  admin = await signIn(server, 'Eve', { role: 'admin', plan: null });
});
afterEach(() => server.close());

const move = (seconds: number, who = admin) => who.call(moveTestClock, { body: { seconds } });
/** How many minutes the clock is ahead. `|| 0`, since a clock read a millisecond before this one is -0 minutes ahead. */
const futureTime = ({ context } = server) =>
  Math.round((context.clock.now().getTime() - Date.now()) / 1000 / 60) || 0;

test('moving the clock runs everything due before the response', async () => {
  const ada = await signIn(server, 'Ada', { plan: null });
  await buy(ada);
  await untilProcessed(server);
  await move(5 * day);
  admin = await signIn(server, 'Eve', { role: 'admin', plan: null });
  const { now } = await move(5 * day);
  expect(Math.abs(Date.parse(now) - Date.now() - 10 * day * 1000)).toBeLessThan(60_000);
  expect(futureTime()).toBe(10 * 24 * 60);
  expect((await mailsTo(server, ada)).map(({ subject }) => subject)).toEqual([
    'Your Pro trial has started',
    expect.stringMatching(/^Your Pro trial ends on/),
    'Your Pro plan has started',
  ]);
});

test('two concurrent moves add up', async () => {
  await Promise.all([move(3600), move(7200)]);
  expect(futureTime()).toBe(180);
});

test('the clock continues after a restart, on all servers of the database', async () => {
  const { config, log } = server.context;
  const other = await createContext(config, log, server.database);
  try {
    expect(futureTime({ ...server, context: other })).toBe(0);
    await move(3600);
    await expect.poll(() => futureTime({ ...server, context: other })).toBe(60);
  } finally {
    await closeContext(other);
  }
  const next = await createContext(config, log, server.database);
  try {
    expect(futureTime({ ...server, context: next })).toBe(60);
  } finally {
    await closeContext(next);
  }
});

test('sessions expire by it', async () => {
  await move(31 * day);
  await expect(admin.call(getMe)).rejects.toMatchObject({ code: 'unauthenticated' });
});

test.each([0, -5, 1.5, 1e12])('it is not moved by %s seconds', async (seconds) => {
  await expect(move(seconds)).rejects.toMatchObject({ code: 'invalid_input' });
  expect(futureTime()).toBe(0);
});

test('moving requires an administrator', async () => {
  await expect(visitor(server).call(moveTestClock, { body: { seconds: 60 } })).rejects.toMatchObject({
    code: 'unauthenticated',
  });
  const ada = await signIn(server, 'Ada');
  await expect(move(60, ada)).rejects.toMatchObject({ code: 'forbidden' });
  expect(futureTime()).toBe(0);
});

test('without the setting there is no such call', async () => {
  const plain = await startServer();
  try {
    const eve = await signIn(plain, 'Eve', { role: 'admin' });
    await expect(move(60, eve)).rejects.toMatchObject({ code: 'not_found' });
  } finally {
    await plain.close();
  }
});

test('retention uses the clock and runs when it is moved', async () => {
  const { context } = server;
  await context.jobs.start();
  const ada = await signIn(server, 'Ada');
  const build = (content: string) => ({ 'index.html': { content, type: 'text/html' } });
  const { appId, versionId } = await makeApp(server, ada.id, build('old'));
  const activeId = await addVersion(server, { appId, ownerId: ada.id }, build('active'));
  await context.db.updateTable('storage_configs').set({ retention_days: 30 }).execute();
  const originals = async () => {
    const rows = await context.db
      .selectFrom('versions')
      .select(['id', 'original_sha256'])
      .where('app_id', '=', appId)
      .execute();
    return rows.flatMap(({ id, original_sha256 }) => (original_sha256 === null ? [] : [id]));
  };
  expect((await originals()).sort()).toEqual([versionId, activeId].sort());
  await move(31 * day);
  await expect.poll(originals).toEqual([activeId]);
});

test('an unreferenced blob is kept for the clock’s grace period', async () => {
  const { db, clock } = server.context;
  await move(31 * day);
  const ada = await signIn(server, 'Ada');
  const { appId } = await makeApp(server, ada.id, { 'index.html': { content: 'gone', type: 'text/html' } });
  await db
    .updateTable('blobs')
    .set({ touched_at: new Date(0) })
    .execute();
  await db.deleteFrom('apps').where('id', '=', appId).execute();
  const touched = await db
    .selectFrom('blobs')
    .select('touched_at')
    .where('touched_at', '>', new Date(0))
    .execute();
  expect(touched.length).toBeGreaterThan(0);
  for (const { touched_at } of touched)
    expect(Math.abs(touched_at.getTime() - clock.now().getTime())).toBeLessThan(60_000);
});
