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

test('a page that is kept goes on showing the person whose session ended', () => {
  expect(nextSession(of('ada'), of(null), forAda)).toEqual({
    ...of(null),
    user: of('ada').user,
    ended: true,
  });
  expect(nextSession(ended('ada'), of(null), forAda)).toMatchObject({ user: { id: 'ada' }, ended: true });
});

test('whoever signs in is who is here, the same person or another', () => {
  for (const id of ['ada', 'grace']) expect(nextSession(ended('ada'), of(id), forAda)).toEqual(of(id));
});

test.each([
  ['nothing is kept', of('ada'), { isKept: false, owner: 'ada' }],
  ['somebody signed out in this browser', of('ada'), { isKept: true, owner: null }],
  ['the browser keeps what is another person’s', of('ada'), { isKept: true, owner: 'grace' }],
  ['nobody was here', of(null), forAda],
  ['it is not known who was', undefined, forAda],
])('nobody is here where %s', (_name, before, kept) => {
  expect(nextSession(before, of(null), kept)).toEqual(of(null));
});

/** As the page has it: one answer is shown, the next one comes when it is asked for. */
function clientWith(shown: CachedSession, next: () => CachedSession) {
  const client = new QueryClient();
  client.setQueryDefaults(sessionKey, { queryFn: async () => next() });
  client.setQueryData(sessionKey, shown);
  return client;
}

test('what was refused waits for its person, and is asked again once they are back', async () => {
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

test('it is given up where they leave, where somebody else comes, and where nothing is kept', async () => {
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

test('letting go of a session that has not ended changes nothing', () => {
  const client = clientWith(of('ada'), () => of('ada'));
  releaseSession(client);
  expect(sessionUserId(client)).toBe('ada');
});
