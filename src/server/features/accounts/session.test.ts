import { afterAll, beforeAll, expect, test } from 'vitest';
import { getMe, getSession, signOut } from '#shared/accounts/accounts.ts';
import { accountHeader } from '#shared/accounts/sign-in.ts';
import { listApplications } from '#shared/apps/apps.ts';
import { request } from '../../testing/http/request.ts';
import { signIn, visitor } from '../../testing/people/people.ts';
import { startServer, type TestServer } from '../../testing/servers/server.ts';
import { pruneSignIns } from './prune.ts';
import { listSessions, maxSessions } from './session-store.ts';
import { sessionCookie, startSession } from './sessions.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.close());

const hour = 3_600_000;

test('a visitor has no user and reads the server’s features', async () => {
  const session = await visitor(server).call(getSession);
  expect(session.user).toBeNull();
  expect(session.providers).toEqual([
    { name: 'google', label: 'Google' },
    { name: 'github', label: 'GitHub' },
    { name: 'microsoft', label: 'Microsoft' },
  ]);
  expect(session.limits).toEqual({
    maxUploadBytes: server.context.config.maxUploadBytes,
    allowedExtensions: ['.zip', '.html', '.unityweb'],
  });
});

test('the session says whether mail is configured, so that pages do not promise mail', async () => {
  expect((await visitor(server).call(getSession)).sendsMail).toBe(false);
  const mailing = await startServer({
    env: { FLUX_SMTP_HOST: '127.0.0.1', FLUX_MAIL_FROM: 'flux@flux.localhost' },
  });
  try {
    expect((await visitor(mailing).call(getSession)).sendsMail).toBe(true);
  } finally {
    await mailing.close();
  }
});

test('a signed-in user reads their own account', async () => {
  const ada = await signIn(server, 'Ada');
  const { user } = await ada.call(getSession);
  expect(user).toMatchObject({
    id: ada.id,
    uid: ada.id,
    username: 'Ada',
    role: 'user',
    provider: 'google.com',
  });
});

test('signing out ends the session on the server and no other', async () => {
  const laptop = await signIn(server, 'Grace');
  const phone = await signIn(server, 'Grace');
  const answer = await laptop.fetch(signOut.path, { method: 'POST' });
  expect(answer.headers['set-cookie']?.[0]).toMatch(
    /^__Host-flux-session=; Path=\/; Max-Age=0; Priority=High; HttpOnly; SameSite=Lax; Secure$/,
  );
  expect((await laptop.call(getSession)).user).toBeNull();
  expect((await phone.call(getSession)).user?.id).toBe(laptop.id);
});

test('a page that shows one user gets no response as another user or a visitor', async () => {
  const [ada, grace] = [await signIn(server, 'Ada'), await signIn(server, 'Grace')];
  const shows = ({ id }: { id: string }) => ({ headers: { [accountHeader]: id } });
  for (const path of [getMe.path, listApplications.path]) {
    expect((await ada.fetch(path, shows(ada))).status).toBe(200);
    for (const other of [grace, visitor(server)]) {
      const answer = await other.fetch(path, shows(ada));
      expect([answer.status, answer.json<{ code: string }>().code]).toEqual([401, 'unauthenticated']);
    }
  }
});

test('a session expires after seven idle days; use extends it', async () => {
  const idle = await signIn(server, 'Idle');
  const busy = await signIn(server, 'Busy');
  server.clock.advance(6 * 24 * hour);
  expect((await busy.call(getSession)).user?.id).toBe(busy.id);
  server.clock.advance(25 * hour);
  expect((await idle.call(getSession)).user).toBeNull();
  expect((await busy.call(getSession)).user?.id).toBe(busy.id);
});

test('a session expires after thirty days, whatever its use', async () => {
  const busy = await signIn(server, 'Restless');
  for (let day = 1; day < 30; day++) {
    server.clock.advance(24 * hour);
    expect((await busy.call(getSession)).user?.id).toBe(busy.id);
  }
  server.clock.advance(24 * hour);
  expect((await busy.call(getSession)).user).toBeNull();
});

test('the last use is written at most once a minute', async () => {
  const ada = await signIn(server, 'Ada');
  const lastSeen = async () =>
    (
      await server.context.db
        .selectFrom('sessions')
        .select('last_seen_at')
        .where('user_id', '=', ada.id)
        .orderBy('created_at', 'desc')
        .executeTakeFirstOrThrow()
    ).last_seen_at.getTime();
  const before = await lastSeen();
  server.clock.advance(59_000);
  await ada.call(getSession);
  expect(await lastSeen()).toBe(before);
  server.clock.advance(1_000);
  await ada.call(getSession);
  expect(await lastSeen()).toBe(before + 60_000);
});

test('cookies of the same name from a neighbouring host neither sign out nor in', async () => {
  const ada = await signIn(server, 'Ada');
  const name = ada.cookie.split('=')[0];
  const planted = Array.from({ length: 20 }, (_, index) => `${name}=planted${index}`).join('; ');
  for (const cookie of [`${planted}; ${ada.cookie}`, `${ada.cookie}; ${planted}`]) {
    const answer = await request(server, getSession.path, { headers: { cookie } });
    expect(answer.json()).toMatchObject({ user: { id: ada.id } });
  }
  const stranger = await request(server, getSession.path, { headers: { cookie: planted } });
  expect(stranger.json()).toMatchObject({ user: null });
});

test('the database holds no secret that could sign anyone in', async () => {
  const ada = await signIn(server, 'Ada');
  const rows = await server.context.db.selectFrom('sessions').selectAll().execute();
  const secret = ada.cookie.split('=')[1] ?? '';
  expect(JSON.stringify(rows)).not.toContain(secret);
  expect(rows.some((row) => row.secret_hash.equals(Buffer.from(secret, 'base64url')))).toBe(false);
});

test.each([
  ['https://flux.example', '__Host-flux-session'],
  ['http://flux.localhost:3000', '__Host-flux-session'],
  ['http://192.168.1.5:3000', 'flux-session'],
])('at %s the session cookie is %s', (publicUrl, name) => {
  expect(sessionCookie({ ...server.context.config, publicUrl }).name).toBe(name);
});

test('expired sessions are deleted from the database', async () => {
  const gone = await signIn(server, 'Gone');
  server.clock.advance(8 * 24 * hour);
  const here = await signIn(server, 'Here');
  await pruneSignIns(server.context);
  const rows = await server.context.db.selectFrom('sessions').select('user_id').execute();
  expect(rows.map((row) => row.user_id)).toContain(here.id);
  expect(rows.map((row) => row.user_id)).not.toContain(gone.id);
});

test('a user’s oldest sessions are deleted beyond the limit; other users keep theirs', async () => {
  const [ada, bob] = [await signIn(server, 'Ada'), await signIn(server, 'Bob')];
  const facts = { userId: ada.id, provider: 'google.com', userAgent: '', provedAt: null };
  server.clock.advance(1_000);
  for (let count = 0; count < maxSessions + 20; count += 1) {
    const { id: newest } = await startSession(server.context, facts);
    const sessions = await listSessions(server.context.db, ada.id, server.context.clock.now());
    expect(sessions.length).toBe(Math.min(count + 2, maxSessions));
    expect(sessions.map(({ id }) => id)).toContain(newest);
  }
  expect((await ada.call(getSession)).user).toBeNull();
  expect((await bob.call(getSession)).user).toMatchObject({ id: bob.id });
});
