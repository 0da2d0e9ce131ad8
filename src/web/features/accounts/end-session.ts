import type { QueryClient } from '@tanstack/react-query';
import { pauseCalls } from '../../api.ts';
import { forgetStored } from '../../lib/page/browser-storage.ts';
import {
  type CachedSession,
  sessionKey,
  sessionUserId,
  withoutUser,
} from '../../lib/session/retained-session.ts';

/** Messages between tabs: the visible account, the start of a sign-out, its failure, and its completion. */
export type TabMessage = { sees: string | null } | 'leaving' | 'staying' | 'left';

export const accountChannel = 'flux-account';

/** The tab that ends the session may be closed before it reports the result. */
const maxSignOutMs = 10_000;

let releaseCalls: (() => void) | undefined;

/** After the pages show the current account. */
export function resumeCalls(): void {
  releaseCalls?.();
  releaseCalls = undefined;
}

/**
 * Sends the request that ends the session. Until the pages show the new state, no tab sends other requests:
 * they would be refused. If the session continues, they are sent again; otherwise they are sent for the next
 * account.
 */
export async function endSession(client: QueryClient, ask: () => Promise<unknown>): Promise<void> {
  await client.cancelQueries();
  const isSomebodys = Boolean(sessionUserId(client));
  if (isSomebodys) notifyTabs('leaving');
  const asked = ask();
  if (isSomebodys) releaseCalls ??= pauseCalls();
  try {
    await asked;
  } catch (error) {
    notifyTabs('staying');
    resumeSession(client);
    throw error;
  }
}

/** Another tab is ending the session. */
export function pauseForSignOut(client: QueryClient): void {
  if (releaseCalls || !sessionUserId(client)) return;
  void client.cancelQueries();
  const release = pauseCalls();
  releaseCalls = release;
  // A later sign-out has its own limit.
  setTimeout(() => releaseCalls === release && resumeSession(client), maxSignOutMs);
}

/** The session could not be ended. */
export function resumeSession(client: QueryClient): void {
  resumeCalls();
  void client.invalidateQueries();
}

/**
 * After a sign-out or the deletion of the account: removes its data from this browser, in all tabs. The theme
 * and the view mode belong to the browser and stay.
 */
export function clearAccount(client: QueryClient): void {
  clearAccountInTab(client);
  notifyTabs('left');
}

function notifyTabs(notice: TabMessage): void {
  const channel = new BroadcastChannel(accountChannel);
  channel.postMessage(notice);
  channel.close();
}

/** Only in this tab. A response in transit would restore the account's data. */
export function clearAccountInTab(client: QueryClient): void {
  forgetStored();
  void client.cancelQueries({ queryKey: sessionKey });
  client.setQueryData<CachedSession>(sessionKey, (session) => session && withoutUser(session));
}
