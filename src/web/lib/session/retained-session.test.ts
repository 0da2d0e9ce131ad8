import { QueryClient } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import type { Session, User } from '#shared/accounts/accounts.ts';
import {
  type CachedSession,
  isSignedInAgain,
  nextSession,
  releaseSession,
  sessionKey,
  sessionUserId,
} from './retained-session.ts';

const of = (id: string | null): Session =>
  ({ user: id && ({ id, username: id } as User), supportEmail: `of ${id}` }) as Session;
const ended = (id: string): CachedSession => ({ ...of(id), ended: true });
const forAda = { isKept: true, owner: 'ada' };

test('a kept page still shows the account whose session ended', () => {
  expect(nextSession(of('ada'), of(null), forAda)).toEqual({
    ...of(null),
    user: of('ada').user,
    ended: true,
  });
  expect(nextSession(ended('ada'), of(null), forAda)).toMatchObject({ user: { id: 'ada' }, ended: true });
});

test('a sign-in sets the current account, the same or another', () => {
  for (const id of ['ada', 'grace']) expect(nextSession(ended('ada'), of(id), forAda)).toEqual(of(id));
});

test.each([
  ['nothing is kept', of('ada'), { isKept: false, owner: 'ada' }],
  ['somebody signed out in this browser', of('ada'), { isKept: true, owner: null }],
  ['the browser keeps what is another person’s', of('ada'), { isKept: true, owner: 'grace' }],
  ['nobody was here', of(null), forAda],
  ['it is not known who was', undefined, forAda],
])('no account is current if %s', (_name, before, kept) => {
  expect(nextSession(before, of(null), kept)).toEqual(of(null));
});

/** As on the page: one response is shown, the next one arrives on request. */
function clientWith(shown: CachedSession, next: () => CachedSession) {
  const client = new QueryClient();
  client.setQueryDefaults(sessionKey, { queryFn: async () => next() });
  client.setQueryData(sessionKey, shown);
  return client;
}

test('a refused call waits for its account, and is sent again after the sign-in', async () => {
  const client = clientWith(ended('ada'), () => ended('ada'));
  let answer: boolean | undefined;
  const waiting = isSignedInAgain(client, 'ada').then((is) => {
    answer = is;
  });
  client.setQueryData(sessionKey, { ...ended('ada'), supportEmail: 'another' });
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(answer).toBeUndefined();
  client.setQueryData(sessionKey, of('ada'));
  await waiting;
  expect(answer).toBe(true);
});

test('it is cancelled at a sign-out, at another account’s sign-in, and if nothing is kept', async () => {
  const left = clientWith(ended('ada'), () => ended('ada'));
  const leaving = isSignedInAgain(left, 'ada');
  releaseSession(left);
  expect(await leaving).toBe(false);
  expect(sessionUserId(left)).toBeNull();
  const taken = clientWith(ended('ada'), () => ended('ada'));
  const taking = isSignedInAgain(taken, 'ada');
  taken.setQueryData(sessionKey, of('grace'));
  expect(await taking).toBe(false);
  const gone = clientWith(of(null), () => of(null));
  expect(await isSignedInAgain(gone, 'ada')).toBe(false);
});

test('releasing a session that has not ended changes nothing', () => {
  const client = clientWith(of('ada'), () => of('ada'));
  releaseSession(client);
  expect(sessionUserId(client)).toBe('ada');
});
