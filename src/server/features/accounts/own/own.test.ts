import { afterAll, beforeAll, expect, test } from 'vitest';
import { hashSecret, newId } from '#server/platform/ids.ts';
import { whileDeadlocked } from '#server/testing/measures/deadlock.ts';
import { countOf } from '#server/testing/measures/trials.ts';
import { type Person, signIn, visitor } from '#server/testing/people/people.ts';
import { startServer, type TestServer } from '#server/testing/servers/server.ts';
import {
  endOtherSessions,
  endOwnSession,
  getMe,
  getSession,
  listIdentities,
  listOwnSessions,
  maxUsernameLength,
  removeIdentity,
  updateMe,
} from '#shared/accounts/accounts.ts';
import { accountHeader, freshSignInMilliseconds } from '#shared/accounts/sign-in.ts';
import type { AnyEndpoint } from '#shared/contract/contract.ts';

const rounds = countOf('races');

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.close());

/** Another identity of an existing user. */
async function addIdentity(person: Person, provider: string): Promise<string> {
  const id = newId();
  const { db, clock } = server.context;
  server.clock.advance(1);
  await db
    .insertInto('identities')
    .values({
      id,
      issuer: `https://${provider}`,
      subject: newId(),
      user_id: person.id,
      provider,
      email: null,
      created_at: clock.now(),
    })
    .execute();
  return id;
}

test.each<[string, AnyEndpoint]>([
  ['the profile', getMe],
  ['a new display name', updateMe],
  ['the sessions', listOwnSessions],
  ['the end of a session', endOwnSession],
  ['the end of all others', endOtherSessions],
  ['the ways to sign in', listIdentities],
  ['the removal of one', removeIdentity],
])('%s requires a signed-in user', async (_what, endpoint) => {
  const input = { params: { id: newId() }, body: { username: 'X' } };
  await expect(visitor(server).call(endpoint, input)).rejects.toMatchObject({ code: 'unauthenticated' });
});

test('a signed-out user, or another one than the page shows, gets no-current-user', async () => {
  const [ada, other] = [await signIn(server, 'Ada'), await signIn(server, 'Stranger')];
  const message = 'No user logged in';
  const renaming = visitor(server).call(updateMe, { body: { username: 'X' } });
  await expect(renaming).rejects.toMatchObject({ code: 'unauthenticated', message });
  for (const stranger of [other, visitor(server)]) {
    const answer = await stranger.fetch(updateMe.path, {
      method: 'PATCH',
      headers: { 'content-type': 'application/json', [accountHeader]: ada.id },
      body: JSON.stringify({ username: 'X' }),
    });
    expect(answer.json()).toEqual({ success: false, code: 'unauthenticated', error: message });
  }
});

test('a user reads their profile', async () => {
  const ada = await signIn(server, 'Ada Lovelace');
  expect(await ada.call(getMe)).toEqual({
    id: ada.id,
    uid: ada.id,
    email: 'ada.lovelace@example.test',
    username: 'Ada Lovelace',
    role: 'user',
    provider: 'google.com',
    createdAt: server.clock.now().toISOString(),
    lastLoginAt: server.clock.now().toISOString(),
    updatedAt: server.clock.now().toISOString(),
  });
});

test('a display name is changed immediately, trimmed, and keeps emoji and all scripts', async () => {
  const ada = await signIn(server, 'Ada');
  for (const [typed, kept] of [
    ['  Countess  ', 'Countess'],
    ['艾达 👩‍🔬', '艾达 👩‍🔬'],
    ['<b>Ada</b>', '<b>Ada</b>'],
    ['x'.repeat(maxUsernameLength), 'x'.repeat(maxUsernameLength)],
  ] as const) {
    expect((await ada.call(updateMe, { body: { username: typed } })).username).toBe(kept);
    expect((await ada.call(getSession)).user?.username).toBe(kept);
  }
});

test('a new display name changes `updatedAt`; a sign-in does not', async () => {
  const { createdAt } = await (await signIn(server, 'Lately')).call(getMe);
  server.clock.advance(1_000);
  const again = await signIn(server, 'Lately');
  expect((await again.call(getMe)).updatedAt).toBe(createdAt);
  const { updatedAt } = await again.call(updateMe, { body: { username: 'Late' } });
  expect(updatedAt).toBe(server.clock.now().toISOString());
});

test('a rename that deadlocks is retried', async () => {
  const ada = await signIn(server, 'Held');
  const rename = () => ada.call(updateMe, { body: { username: 'Free' } });
  expect((await whileDeadlocked(server.context.db, 'users', rename)).username).toBe('Free');
});

test.each([
  ['', 'Display name is required'],
  ['   ', 'Display name is required'],
  ['x'.repeat(maxUsernameLength + 1), `Display name must be at most ${maxUsernameLength} characters`],
  ['two\nlines', 'Please remove control characters and line breaks.'],
  ['half a pair \ud800', 'Please remove broken characters.'],
])('the display name %j is refused', async (username, message) => {
  const ada = await signIn(server, 'Ada');
  await expect(ada.call(updateMe, { body: { username } })).rejects.toMatchObject({
    code: 'invalid_input',
    message,
    fields: { username: message },
  });
});

test('a user cannot change their role, address or id', async () => {
  const ada = await signIn(server, 'Ada');
  for (const extra of [{ role: 'admin' }, { email: 'root@example.test' }, { id: newId() }])
    await expect(
      ada.call(updateMe, { body: { username: 'Ada', ...extra } as { username: string } }),
    ).rejects.toMatchObject({ code: 'invalid_input' });
  expect((await ada.call(getMe)).role).toBe('user');
});

test('sessions are listed with the current one marked, most recently used first', async () => {
  const laptop = await signIn(server, 'Grace');
  server.clock.advance(120_000);
  const phone = await signIn(server, 'Grace');
  const other = await signIn(server, 'Other');
  const listed = await phone.call(listOwnSessions);
  expect(listed.map((session) => session.current)).toEqual([true, false]);
  expect(listed[0]).toMatchObject({ provider: 'google.com', userAgent: 'test' });
  server.clock.advance(120_000);
  expect((await laptop.call(listOwnSessions)).map((session) => session.current)).toEqual([true, false]);
  expect(await other.call(listOwnSessions)).toHaveLength(1);
});

test('an expired session is not listed', async () => {
  await signIn(server, 'Sleeper');
  server.clock.advance(8 * 24 * 3_600_000);
  const awake = await signIn(server, 'Sleeper');
  expect(await awake.call(listOwnSessions)).toHaveLength(1);
});

test('ending a session signs that browser out and no other', async () => {
  const laptop = await signIn(server, 'Hedy');
  const phone = await signIn(server, 'Hedy');
  const listed = await laptop.call(listOwnSessions);
  const id = listed.find((session) => !session.current)?.id ?? '';
  await laptop.call(endOwnSession, { params: { id } });
  expect((await phone.call(getSession)).user).toBeNull();
  expect((await laptop.call(getSession)).user?.id).toBe(laptop.id);
  await expect(laptop.call(endOwnSession, { params: { id } })).rejects.toMatchObject({ code: 'not_found' });
});

test('another user’s session is not found and stays active', async () => {
  const ada = await signIn(server, 'Ada');
  const victim = await signIn(server, 'Victim');
  const [session] = await victim.call(listOwnSessions);
  const attempt = ada.call(endOwnSession, { params: { id: session?.id ?? '' } });
  await expect(attempt).rejects.toMatchObject({ code: 'not_found' });
  expect((await victim.call(getSession)).user?.id).toBe(victim.id);
});

test('ending the current session clears its cookie', async () => {
  const ada = await signIn(server, 'Solo');
  const [session] = await ada.call(listOwnSessions);
  const answer = await ada.fetch(`/api/users/me/sessions/${session?.id}`, { method: 'DELETE' });
  expect(answer.status).toBe(200);
  expect(answer.headers['set-cookie']?.[0]).toMatch(/flux-session=; .*Max-Age=0/);
  await expect(ada.call(getMe)).rejects.toMatchObject({ code: 'unauthenticated' });
});

test('signing out everywhere else keeps the current session and other users’ sessions', async () => {
  const here = await signIn(server, 'Katherine');
  const others = [await signIn(server, 'Katherine'), await signIn(server, 'Katherine')];
  const stranger = await signIn(server, 'Stranger');
  await here.call(endOtherSessions);
  for (const other of others) expect((await other.call(getSession)).user).toBeNull();
  expect((await here.call(getSession)).user?.id).toBe(here.id);
  expect((await stranger.call(getSession)).user?.id).toBe(stranger.id);
});

test('identities are listed without the provider’s subject', async () => {
  const ada = await signIn(server, 'Linked');
  await addIdentity(ada, 'github.com');
  const listed = await ada.call(listIdentities);
  expect(listed.map(({ provider, email }) => ({ provider, email }))).toEqual([
    { provider: 'google.com', email: 'linked@example.test' },
    { provider: 'github.com', email: null },
  ]);
  expect(Object.keys(listed[0] ?? {}).sort()).toEqual(['createdAt', 'email', 'id', 'provider']);
});

test('removing an identity signs out its sessions', async () => {
  const here = await signIn(server, 'Remover');
  const there = await signIn(server, 'Remover');
  const byGithub = await signIn(server, 'Remover');
  await server.context.db
    .updateTable('sessions')
    .set({ provider: 'github.com' })
    .where('secret_hash', '=', hashSecret(byGithub.cookie.split('=')[1] ?? ''))
    .execute();
  await addIdentity(here, 'github.com');
  const [google] = await here.call(listIdentities);
  await here.call(removeIdentity, { params: { id: google?.id ?? '' } });
  expect((await here.call(listIdentities)).map(({ provider }) => provider)).toEqual(['github.com']);
  expect((await there.call(getSession)).user).toBeNull();
  expect((await byGithub.call(getSession)).user?.id).toBe(here.id);
  expect((await here.call(getSession)).user?.id).toBe(here.id);
});

test('after the removal of its own identity, the account uses the oldest remaining one', async () => {
  const ada = await signIn(server, 'Moving');
  const ids = [await addIdentity(ada, 'github.com'), await addIdentity(ada, 'microsoft.com')];
  const { db } = server.context;
  await db
    .updateTable('identities')
    .set({ email: 'unsure@example.test', email_verified: false })
    .where('id', '=', ids[0] ?? '')
    .execute();
  const account = () =>
    db
      .selectFrom('users')
      .select(['email', 'email_verified', 'provider', 'email_identity_id'])
      .where('id', '=', ada.id)
      .executeTakeFirstOrThrow();
  const [google] = await ada.call(listIdentities);
  const before = await account();
  expect(before).toMatchObject({ email: ada.email, email_verified: true, email_identity_id: google?.id });
  // Removing another one changes nothing.
  await ada.call(removeIdentity, { params: { id: ids[1] ?? '' } });
  expect(await account()).toEqual(before);
  await ada.call(removeIdentity, { params: { id: google?.id ?? '' } });
  expect(await account()).toEqual({
    email: 'unsure@example.test',
    email_verified: false,
    provider: 'github.com',
    email_identity_id: ids[0],
  });
});

test('the last identity cannot be removed, even by two concurrent removals', async () => {
  for (let round = 0; round < rounds; round++) {
    const ada = await signIn(server, `Twice ${round}`);
    await addIdentity(ada, 'github.com');
    const listed = await ada.call(listIdentities);
    const results = await Promise.allSettled(
      listed.map(({ id }) => ada.call(removeIdentity, { params: { id } })),
    );
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    const refused = results.find((result) => result.status === 'rejected');
    expect(refused?.reason).toMatchObject({
      code: 'conflict',
      message: 'This is your only sign-in method. Add another one first.',
    });
    expect(await ada.call(listIdentities)).toHaveLength(1);
  }
});

test('another user’s identity is not found and stays', async () => {
  const ada = await signIn(server, 'Ada');
  const victim = await signIn(server, 'Rich');
  const id = await addIdentity(victim, 'github.com');
  await expect(ada.call(removeIdentity, { params: { id } })).rejects.toMatchObject({ code: 'not_found' });
  expect(await victim.call(listIdentities)).toHaveLength(2);
});

test('removing an identity requires a sign-in within the last ten minutes', async () => {
  const ada = await signIn(server, 'Stale');
  const id = await addIdentity(ada, 'github.com');
  server.clock.advance(freshSignInMilliseconds - 1);
  await expect(ada.call(removeIdentity, { params: { id } })).rejects.toMatchObject({
    code: 'fresh_sign_in_required',
  });
  const again = await signIn(server, 'Stale');
  server.clock.advance(freshSignInMilliseconds - 1);
  await again.call(removeIdentity, { params: { id } });
});
