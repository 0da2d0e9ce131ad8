import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { OwnSession } from '#shared/accounts/accounts.ts';
import { useEndSession } from './features/accounts/profile/use-profile.ts';
import { useChangeState } from './features/admin/support/use-support-requests.ts';
import { useChangeRole } from './features/orgs/members/use-change-role.ts';
import { membersKey } from './features/orgs/members/use-members.ts';
import { useChange } from './features/orgs/use-organizations.ts';
import { useSingleMutation } from './lib/hooks/use-single-mutation.ts';

/** Runs a hook outside of any page. */
function answerOf<Answer>(client: QueryClient, use: () => Answer): Answer {
  const answers: Answer[] = [];
  const Page = () => {
    answers.push(use());
    return null;
  };
  renderToString(createElement(QueryClientProvider, { client }, createElement(Page)));
  const [answer] = answers;
  if (answer === undefined) throw new Error('It was not drawn.');
  return answer;
}

let refuse: () => void;
const fetched = vi.fn<typeof fetch>();
beforeEach(() => {
  const refused = new Promise<Response>((resolve) => {
    refuse = () =>
      resolve(Response.json({ success: false, code: 'conflict', error: 'No.' }, { status: 409 }));
  });
  fetched.mockReset().mockImplementation(async () => (await refused).clone());
  vi.stubGlobal('fetch', fetched);
});
afterEach(() => vi.unstubAllGlobals());

interface Changed {
  name: string;
  key: readonly unknown[];
  list: unknown;
  change: (client: QueryClient) => void;
}

const untold = { onSuccess: () => {}, onError: () => {} };
const ownSession = (id: string) => ({ id, current: false }) as OwnSession;
const member = { uid: 'u', role: 'viewer', username: 'Linus', email: null };
const changes: Changed[] = [
  {
    name: 'browsers that are signed in',
    key: ['own-sessions'],
    list: [{ id: 'one', current: false }],
    change: (client) => answerOf(client, () => useEndSession(untold)).mutate(ownSession('one')),
  },
  {
    name: 'members of an organization',
    key: [...membersKey('o'), ''],
    list: { pages: [{ items: [member], nextCursor: null }], pageParams: [undefined] },
    change: (client) =>
      answerOf(client, () => useChangeRole('o')).mutate({ member: member as never, role: 'admin' }),
  },
];

for (const { name, key, list, change } of changes) {
  test(`${name}: a refused change is reverted, but not for another account that signed in meanwhile`, async () => {
    const stayed = new QueryClient();
    const left = new QueryClient();
    for (const client of [stayed, left]) {
      client.setQueryData(key, list);
      change(client);
      await vi.waitFor(() => expect(client.getQueryData(key)).not.toEqual(list));
    }
    const [underWay] = left.getMutationCache().getAll();
    // As a sign-out does.
    left.clear();
    refuse();
    await vi.waitFor(() => expect(underWay?.state.status).toBe('error'));
    await vi.waitFor(() => expect(stayed.getQueryData(key)).toEqual(list));
    expect(left.getQueryData(key)).toBeUndefined();
  });
}

test('two notifications are undone one right after the other, and a double click is one change', async () => {
  const made = vi.fn((_: string) => new Promise<void>(() => {}));
  const client = new QueryClient();
  for (const each of [
    answerOf(client, () => useSingleMutation({ mutationFn: made })),
    answerOf(client, () => useChange(made)),
  ]) {
    made.mockClear();
    each.mutate('change');
    each.mutate('change');
    each.takeBack('second');
    each.takeBack('first');
    await vi.waitFor(() => expect(made).toHaveBeenCalledTimes(3));
    expect(made.mock.calls.map(([input]) => input)).toEqual(['change', 'second', 'first']);
  }
});

test('changes of different objects do not block each other, and each is sent once', async () => {
  const made = vi.fn((_: string) => new Promise<void>(() => {}));
  const client = new QueryClient();
  const keyOf = (input: string) => input;
  for (const each of [
    answerOf(client, () => useSingleMutation({ mutationFn: made, keyOf })),
    answerOf(client, () => useChange(made, { keyOf })),
  ]) {
    made.mockClear();
    for (const input of ['first', 'second', 'first', 'second']) each.mutate(input);
    await vi.waitFor(() => expect(made).toHaveBeenCalledTimes(2));
    expect(made.mock.calls.map(([input]) => input)).toEqual(['first', 'second']);
  }
});

const request = (id: string) => ({ id, subject: id, state: 'open' as const });
const other = { ...member, uid: 'v' };
const sideBySide: Changed[] = [
  {
    name: 'roles of two members',
    key: [...membersKey('o'), ''],
    list: { pages: [{ items: [member, other], nextCursor: null }], pageParams: [undefined] },
    change: (client) => {
      const { mutate } = answerOf(client, () => useChangeRole('o'));
      for (const each of [member, other]) mutate({ member: each as never, role: 'admin' });
    },
  },
  {
    name: 'states of two support requests',
    key: ['admin', 'support-requests', undefined],
    list: { pages: [{ items: [request('a'), request('b')], nextCursor: null }], pageParams: [undefined] },
    change: (client) => {
      const { mutate } = answerOf(client, useChangeState);
      for (const id of ['a', 'b']) mutate(request(id));
    },
  },
];

for (const { name, key, list, change } of sideBySide) {
  test(`${name} are changed in parallel, and reverted after a refusal`, async () => {
    const client = new QueryClient();
    client.setQueryData(key, list);
    change(client);
    await vi.waitFor(() => expect(fetched).toHaveBeenCalledTimes(2));
    refuse();
    await vi.waitFor(() => expect(client.isMutating()).toBe(0));
    expect(client.getQueryData(key)).toEqual(list);
  });
}

test('the result of each signed-out browser is reported', async () => {
  const onError = vi.fn();
  const client = new QueryClient();
  const { mutate } = answerOf(client, () => useEndSession({ ...untold, onError }));
  for (const id of ['one', 'two']) mutate(ownSession(id));
  await vi.waitFor(() => expect(fetched).toHaveBeenCalledTimes(2));
  refuse();
  await vi.waitFor(() => expect(onError).toHaveBeenCalledTimes(2));
});
