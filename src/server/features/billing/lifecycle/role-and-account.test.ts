import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { addApp } from '#server/testing/people/apps.ts';
import { openLifecycle, subjectsTo, type TestLifecycle } from '#server/testing/people/lifecycle.ts';
import { type Person, signIn } from '#server/testing/people/people.ts';
import { startServer, type TestServer } from '#server/testing/servers/server.ts';
import { getOffline } from '#shared/billing/offline.ts';
import { disableAccount, enableAccount } from '../../accounts/disable.ts';
import { changeRole } from '../../accounts/roles.ts';

/** How role and account state affect content after the end of a plan. */

let server: TestServer;
let lifecycle: TestLifecycle;
let ada: Person;
beforeEach(async () => {
  server = await startServer();
  lifecycle = await openLifecycle(server);
  ada = await signIn(server, 'Ada', { plan: 'pro' });
  await lifecycle.reconcileDue();
  await addApp(server, ada, { isPublic: true });
  const updated_at = server.clock.now();
  await server.context.db
    .updateTable('subscriptions')
    .set({ status: 'cancelled', current_period_ends_at: updated_at, updated_at })
    .where('user_id', '=', ada.id)
    .execute();
  await lifecycle.reconcileDue();
});
afterEach(async () => {
  await lifecycle.close();
  await server.close();
});

const day = 86_400_000;
const subjects = () => subjectsTo(server, ada);
const apps = async () => {
  const query = server.context.db.selectFrom('apps').select('suspended_since');
  return (await query.where('owner_id', '=', ada.id).execute()).map(({ suspended_since }) =>
    suspended_since === null ? 'online' : 'offline',
  );
};
/** Another administrator remains. */
const root = () => signIn(server, 'Root', { role: 'admin', plan: null });
const disable = async () =>
  disableAccount(server.context, ada.id, { actor: await root(), reason: 'Somebody has its password' });
const enable = async () => enableAccount(server.context, ada.id, await root());

const ended = 'Your Pro plan has ended';
const weekBefore = 'Your content will be deleted in a week';
const dayBefore = 'Your content will be deleted tomorrow';
const deleted = 'Your content was deleted';

describe('a disabled account', () => {
  test('loses nothing; once enabled, its days and warnings start again', async () => {
    await lifecycle.pass(29.5);
    expect(await subjects()).toEqual([ended, weekBefore, dayBefore]);
    await disable();
    await lifecycle.pass(200);
    expect(await apps()).toEqual(['offline']);
    await enable();
    await lifecycle.pass(22);
    expect(await subjects()).toEqual([ended, weekBefore, dayBefore]);
    await lifecycle.pass(7);
    expect(await apps()).toEqual(['offline']);
    await lifecycle.pass(2);
    expect(await apps()).toEqual([]);
    expect(await subjects()).toEqual([ended, weekBefore, dayBefore, weekBefore, dayBefore, deleted]);
  });

  test('restarts its days however short it was disabled', async () => {
    await lifecycle.pass(29.9);
    await disable();
    await lifecycle.reconcileDue();
    await enable();
    await lifecycle.reconcileDue();
    const { offline } = await (await signIn(server, 'Ada')).call(getOffline);
    const left = Date.parse(offline?.deletionAt ?? '') - server.clock.now().getTime();
    expect(left).toBeGreaterThan(29 * day);
  });
});

describe('a user whose content was deleted and who became an administrator', () => {
  beforeEach(async () => {
    await lifecycle.pass(31);
    expect(await apps()).toEqual([]);
    await root();
    await changeRole(server.context, ada.id, 'admin');
  });

  test('keeps new content as long as the role, or for the days of an ended plan', async () => {
    await addApp(server, ada, { isPublic: true });
    await lifecycle.pass(2);
    const before = (await subjects()).length;
    await changeRole(server.context, ada.id, 'user');
    await lifecycle.reconcileDue();
    expect(await apps()).toEqual(['offline']);
    await lifecycle.pass(29.5);
    expect(await apps()).toEqual(['offline']);
    await lifecycle.pass(1);
    expect(await apps()).toEqual([]);
    expect((await subjects()).slice(before)).toEqual([ended, weekBefore, dayBefore, deleted]);
  });

  test('gets no mail without the role if nothing was published', async () => {
    const before = (await subjects()).length;
    await changeRole(server.context, ada.id, 'user');
    await lifecycle.pass(2);
    expect(await subjects()).toHaveLength(before);
  });
});
