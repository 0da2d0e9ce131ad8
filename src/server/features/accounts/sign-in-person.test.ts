import { afterAll, beforeAll, expect, test } from 'vitest';
import { getSession, type Session } from '#shared/accounts/accounts.ts';
import { request } from '../../testing/http/request.ts';
import { whileDeadlocked } from '../../testing/measures/deadlock.ts';
import { startServer, type TestServer } from '../../testing/servers/server.ts';
import { signInPerson } from './sign-in.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.close());

/** Signs in a verified identity. Returns the browser's next `Cookie` header. */
async function signIn(
  name: string,
  { email = `${name}@example.test`, emailVerified = true, userAgent = 'test', cookie = '' } = {},
): Promise<string> {
  const identity = {
    issuer: 'https://issuer.test',
    subject: name,
    email,
    emailVerified,
    displayName: name,
    provedSecondsAgo: 0,
  };
  const browser = { cookieHeader: cookie, userAgent };
  const setCookie = await signInPerson(server.context, { id: 'google.com' }, identity, browser);
  return setCookie.split(';')[0] ?? '';
}

async function whoIs(cookie: string): Promise<Session['user']> {
  return (await request(server, getSession.path, { headers: { cookie } })).json<Session>().user;
}

test('only a sign-in that makes an admin ends the user’s other sessions', async () => {
  const root = { email: 'Admin@flux.localhost' };
  const laptop = await signIn('Root', root);
  const phone = await signIn('Root', root);
  const id = (await whoIs(laptop))?.id ?? '';
  expect(await whoIs(phone)).toMatchObject({ id, role: 'admin' });
  // As before their address was configured.
  await server.context.db.updateTable('users').set({ role: 'user' }).where('id', '=', id).execute();
  const renewed = await signIn('Root', { ...root, cookie: phone });
  expect(await whoIs(laptop)).toBeNull();
  expect(await whoIs(renewed)).toMatchObject({ id, role: 'admin' });
});

test('an admin’s unverified e-mail address makes no admin', async () => {
  const impostor = await signIn('Impostor', { email: 'admin@flux.localhost', emailVerified: false });
  expect(await whoIs(impostor)).toMatchObject({ username: 'Impostor', role: 'user' });
});

test('a sign-in that deadlocks is retried', async () => {
  const id = (await whoIs(await signIn('Crossed')))?.id;
  const again = await whileDeadlocked(server.context.db, 'users', () => signIn('Crossed'));
  expect((await whoIs(again))?.id).toBe(id);
});

test('a sign-in whose session cannot be created changes nothing', async () => {
  const whole = await signIn('Whole');
  // What PostgreSQL keeps in no text.
  await expect(signIn('Half', { userAgent: '\u0000', cookie: whole })).rejects.toThrow();
  expect(await whoIs(whole)).toMatchObject({ username: 'Whole' });
  const users = server.context.db.selectFrom('users').select('id').where('username', '=', 'Half');
  expect(await users.execute()).toEqual([]);
});
