import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { listSubscriptions } from '#shared/billing/billing.ts';
import { call } from '../../api.ts';
import { sessionKey } from '../../lib/session/retained-session.ts';
import { sessionOf, someone } from '../../testing/samples/accounts.ts';
import { pauseForSignOut, resumeCalls } from './end-session.ts';

let sent = 0;
let client: QueryClient;
beforeEach(() => {
  vi.useFakeTimers();
  sent = 0;
  vi.stubGlobal('fetch', async () => {
    sent += 1;
    return Response.json([]);
  });
  client = new QueryClient();
  client.setQueryData(sessionKey, sessionOf(someone()));
});
afterEach(() => {
  resumeCalls();
  client.clear();
  vi.useRealTimers();
});

test('calls wait at most ten seconds for another tab to sign out', async () => {
  pauseForSignOut(client);
  const asked = call(listSubscriptions);
  await vi.advanceTimersByTimeAsync(9_900);
  expect(sent).toBe(0);
  await vi.advanceTimersByTimeAsync(200);
  await asked;
  expect(sent).toBe(1);
});

test('the limit of an earlier sign-out does not end the wait for a later one', async () => {
  pauseForSignOut(client);
  await vi.advanceTimersByTimeAsync(5_000);
  resumeCalls();
  pauseForSignOut(client);
  const asked = call(listSubscriptions);
  await vi.advanceTimersByTimeAsync(6_000);
  expect(sent).toBe(0);
  await vi.advanceTimersByTimeAsync(5_000);
  await asked;
  expect(sent).toBe(1);
});
