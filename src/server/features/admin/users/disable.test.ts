import { randomBytes } from 'node:crypto';
import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '#server/platform/ids.ts';
import { Browser } from '#server/testing/http/browser.ts';
import { follow } from '#server/testing/http/event-stream.ts';
import { whileDeadlocked } from '#server/testing/measures/deadlock.ts';
import { countOf } from '#server/testing/measures/trials.ts';
import { somethingWaits } from '#server/testing/measures/waiting.ts';
import { addApp } from '#server/testing/people/apps.ts';
import { type Person, signIn, viewerOf, visitor } from '#server/testing/people/people.ts';
import { signInResultOf } from '#server/testing/people/sign-in-result.ts';
import { sendUpload } from '#server/testing/people/uploads.ts';
import { createKeptPublisher } from '#server/testing/servers/kept-publisher.ts';
import { startServer, type TestServer } from '#server/testing/servers/server.ts';
import { getSession } from '#shared/accounts/accounts.ts';
import { signInProviderNames } from '#shared/accounts/sign-in.ts';
import { adminMessages, disableUser, enableUser, listAuditLog, listUsers } from '#shared/admin/admin.ts';
import { getApplication, listApplications } from '#shared/apps/apps.ts';
import { uploadsPath } from '#shared/versions/uploads.ts';
import { createVersion } from '#shared/versions/versions.ts';
import { signInPerson } from '../../accounts/sign-in.ts';
import { lockUser } from '../../accounts/user-store.ts';
import { bytesReceived, uploadPath } from '../../publishing/uploads/files.ts';
import { publishVersion } from '../../publishing/versions/publish-version.ts';

const rounds = countOf('races');

let server: TestServer;
let root: Person;
beforeAll(async () => {
  server = await startServer();
  root = await signIn(server, 'Root', { role: 'admin' });
});
afterAll(() => server.close());

const reason = 'Sells what is not theirs';
const disable = (id: string, who = root) => who.call(disableUser, { params: { id }, body: { reason } });
const enable = (id: string, who = root) => who.call(enableUser, { params: { id } });

const identityOf = (name: string) => ({
  issuer: 'https://issuer.test',
  subject: name,
  email: null,
  emailVerified: false,
  displayName: name,
  provedSecondsAgo: 0,
});
const comeBack = (name: string) =>
  signInPerson(server.context, { id: 'google.com' }, identityOf(name), { cookieHeader: '', userAgent: '' });

describe('a disabled account', () => {
  test('is signed out everywhere immediately and marked in the list', async () => {
    const [laptop, phone] = [await signIn(server, 'Ada'), await signIn(server, 'Ada')];
    const { user } = await disable(laptop.id);
    expect(user.disabled).toEqual({ at: server.clock.now().toISOString(), reason });
    for (const session of [laptop, phone]) expect((await session.call(getSession)).user).toBeNull();
    await expect(laptop.call(listApplications, { query: { filter: 'my-apps' } })).rejects.toMatchObject({
      code: 'unauthenticated',
    });
    const { items } = await root.call(listUsers, { query: { state: 'disabled' } });
    expect(items.map(({ id }) => id)).toEqual([laptop.id]);
  });

  test.each(signInProviderNames.filter((name) => name !== 'oidc'))(
    'cannot sign in by %s and is told so on the original page',
    async (provider) => {
      const person = { email: `bob.${provider}@example.test`, display_name: 'Bob', action: 'continue' };
      const sign = async () => {
        const browser = new Browser(server);
        const start = await browser.open(`/auth/${provider}/start`);
        const address = start.headers.location ?? '';
        const fields: [string, string][] = [...new URL(address).searchParams, ...Object.entries(person)];
        const answer = await browser.submit(address, fields);
        const last = await browser.open(answer.headers.location ?? '');
        const { user } = (await browser.open(getSession.path)).json<{ user: { id: string } | null }>();
        return { last, user };
      };
      const { user } = await sign();
      await disable(user?.id ?? '');
      const refused = await sign();
      expect(refused.last.status).toBe(403);
      expect(signInResultOf(refused.last)).toMatchObject({ ok: false, code: 'account_disabled' });
      expect(refused.user).toBeNull();
      await enable(user?.id ?? '');
      expect((await sign()).user?.id).toBe(user?.id);
    },
  );

  test('gets no session from a concurrent sign-in', async () => {
    const cleo = await signIn(server, 'Cleo');
    for (let round = 0; round < rounds; round++) {
      const [sign] = await Promise.allSettled([comeBack('Cleo'), disable(cleo.id)]);
      if (sign.status === 'rejected') expect(sign.reason.code).toBe('account_disabled');
      const sessions = server.context.db.selectFrom('sessions').select('id').where('user_id', '=', cleo.id);
      expect(await sessions.execute()).toEqual([]);
      await enable(cleo.id);
    }
  });

  test('keeps their content, visible to others', async () => {
    const dan = await signIn(server, 'Dan');
    const app = await addApp(server, dan, { isPublic: true });
    await disable(dan.id);
    const seen = await visitor(server).call(getApplication, { params: { id: app.id } });
    expect(seen).toMatchObject({ id: app.id, uploadedByUsername: 'Dan' });
  });

  test('gets no more events of the application list', async () => {
    const eve = await signIn(server, 'Eve');
    const stream = await follow(server, eve.cookie);
    await disable(eve.id);
    await stream.ended;
    expect((await follow(server, eve.cookie)).status).toBe(200);
  });

  test('can send no more of an upload, not even of the current chunk', async () => {
    const fay = await signIn(server, 'Fay');
    const bytes = randomBytes(1_000_000);
    const id = await sendUpload(fay, 'pong.zip', bytes, 100_000);
    const sending = sendSlowly(fay, id, 100_000, bytes.subarray(100_000, 300_000));
    await expect.poll(() => bytesReceived(uploadPath(server.context, id))).toBe(300_000);
    await disable(fay.id);
    await sending.ended;
    const answer = await fay.fetch(`${uploadsPath}/${id}`, {
      method: 'HEAD',
      headers: { 'tus-resumable': '1.0.0' },
    });
    expect(answer.status).toBe(401);
  });

  test('publishes nothing from a build that was being read', async () => {
    const gil = await signIn(server, 'Gil');
    const publisher = (await createKeptPublisher(server, gil))(server.context);
    const app = await addApp(server, gil);
    const viewer = await viewerOf(server, gil);
    await disable(gil.id);
    const input = { version: '', changelog: 'Late' };
    await expect(
      publishVersion(server.context, publisher, viewer, app.id, input, { uploadId: newId() }),
    ).rejects.toMatchObject({ code: 'unauthenticated' });
    await expect(
      gil.call(createVersion, { params: { id: app.id }, body: { changelog: 'Late', uploadId: newId() } }),
    ).rejects.toMatchObject({ code: 'unauthenticated' });
  });

  test('signs in again once enabled, and the log says who did both, and why', async () => {
    const hal = await signIn(server, 'Hal');
    await disable(hal.id);
    await expect(comeBack('Hal')).rejects.toMatchObject({ code: 'account_disabled' });
    expect((await enable(hal.id)).user.disabled).toBeNull();
    expect(await comeBack('Hal')).toMatch(/flux-session=/);
    const { items } = await root.call(listAuditLog, { query: { target: hal.id } });
    expect(items).toMatchObject([
      { action: 'user.enable', actor: { name: 'Root' }, before: { disabled: true, reason } },
      { action: 'user.disable', actor: { id: root.id }, after: { disabled: true }, reason },
    ]);
  });
});

describe('disabling', () => {
  test('waits for a current sign-in and ends its session', async () => {
    const ida = await signIn(server, 'Ida');
    const pending = await server.context.db.transaction().execute(async (trx) => {
      await lockUser(trx, ida.id);
      const started = disable(ida.id);
      await somethingWaits(server.context.db);
      return { started };
    });
    await pending.started;
    expect((await ida.call(getSession)).user).toBeNull();
  });

  test('that deadlocks with a sign-in is retried', async () => {
    const joe = await signIn(server, 'Joe');
    await whileDeadlocked(server.context.db, 'sessions', () => disable(joe.id));
    expect((await joe.call(getSession)).user).toBeNull();
    const { items } = await root.call(listAuditLog, { query: { target: joe.id } });
    expect(items).toMatchObject([{ action: 'user.disable' }]);
  });

  test('refuses oneself and repetitions', async () => {
    await expect(disable(root.id)).rejects.toMatchObject({
      code: 'forbidden',
      message: adminMessages.cannotDisableYourself,
    });
    const jim = await signIn(server, 'Jim');
    await expect(enable(jim.id)).rejects.toMatchObject({ code: 'conflict' });
    await disable(jim.id);
    await expect(disable(jim.id)).rejects.toMatchObject({ code: 'conflict' });
    for (const attempt of [disable, enable])
      await expect(attempt(newId())).rejects.toMatchObject({ code: 'not_found' });
  });

  test.each([{}, { reason: '  ' }, { reason: 'x'.repeat(1001) }, { reason, extra: 1 }])(
    'refuses %j',
    async (body) => {
      const kim = await signIn(server, 'Kim');
      const answer = await root.fetch(`/api/admin/users/${kim.id}/disable`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
      expect(answer.json()).toMatchObject({ code: 'invalid_input' });
    },
  );

  test('requires an administrator with a recent sign-in', async () => {
    const lea = await signIn(server, 'Lea');
    for (const [who, code] of [
      [visitor(server), 'unauthenticated'],
      [lea, 'forbidden'],
    ] as const) {
      await expect(
        who.call(disableUser, { params: { id: root.id }, body: { reason } }),
      ).rejects.toMatchObject({ code });
      await expect(who.call(enableUser, { params: { id: root.id } })).rejects.toMatchObject({ code });
    }
    const old = await signIn(server, 'Old Root', { role: 'admin' });
    server.clock.advance(11 * 60_000);
    for (const attempt of [disable, enable])
      await expect(attempt(lea.id, old)).rejects.toMatchObject({ code: 'fresh_sign_in_required' });
  });
});

/** A part of an upload of which some bytes are never sent. */
function sendSlowly(who: Person, id: string, offset: number, bytes: Buffer): { ended: Promise<void> } {
  const sending = request({
    ...server.address,
    path: `${uploadsPath}/${id}`,
    method: 'PATCH',
    agent: false,
    headers: {
      host: new URL(server.context.config.publicUrl).host,
      'sec-fetch-site': 'same-origin',
      cookie: who.cookie,
      'tus-resumable': '1.0.0',
      'upload-offset': String(offset),
      'content-type': 'application/offset+octet-stream',
      'content-length': String(bytes.length + 1000),
    },
  });
  const { promise: ended, resolve } = Promise.withResolvers<void>();
  sending.on('error', () => {});
  sending.on('close', () => resolve());
  sending.write(bytes);
  return { ended };
}
