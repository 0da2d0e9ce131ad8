import type { QueryClient } from '@tanstack/react-query';
import { pauseCalls } from '../../api.ts';
import { forgetStored } from '../../lib/page/browser-storage.ts';
import {
  type CachedSession,
  sessionKey,
  sessionUserId,
  withoutUser,
} from '../../lib/session/retained-session.ts';

/**
 * What a tab tells the others: whom it sees, that somebody is about to leave or stays after all, and that they left for
 * good.
 */
export type TabMessage = { sees: string | null } | 'leaving' | 'staying' | 'left';

export const accountChannel = 'flux-account';

/** The tab that ends the session may be closed before it says how that went. */
const maxSignOutMs = 10_000;

let releaseCalls: (() => void) | undefined;

/** Once the pages have followed whoever is here now. */
export function resumeCalls(): void {
  releaseCalls?.();
  releaseCalls = undefined;
}

/**
 * Sends the request that ends the session. Until the pages show the new state, no tab sends other requests: they would be
 * refused. If the session goes on, they are sent again; otherwise they are sent for the next person.
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
  // A later sign-out has a limit of its own.
  setTimeout(() => releaseCalls === release && resumeSession(client), maxSignOutMs);
}

/** The session could not be ended. */
export function resumeSession(client: QueryClient): void {
  resumeCalls();
  void client.invalidateQueries();
}

/**
 * After signing out, or with the account deleted: nothing of it stays in this browser, in whatever tab. The theme and
 * the view mode are the browser's own.
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

/** In this tab alone; an answer that is still on its way would bring the person back. */
export function clearAccountInTab(client: QueryClient): void {
  forgetStored();
  void client.cancelQueries({ queryKey: sessionKey });
  client.setQueryData<CachedSession>(sessionKey, (session) => session && withoutUser(session));
}
