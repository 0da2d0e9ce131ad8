import type { QueryClient } from '@tanstack/react-query';
import { holdCalls } from '../../api.ts';
import { forgetStored } from '../../lib/browser-storage.ts';
import { type KnownSession, personOf, sessionKey, withoutPerson } from '../../lib/kept-session.ts';

/**
 * What a tab tells the others: whom it sees, that somebody is about to leave or stays after all, and that they left for
 * good.
 */
export type Notice = { sees: string | null } | 'leaving' | 'staying' | 'left';

export const accountChannel = 'flux-account';

/** The tab that ends the session may be closed before it says how that went. */
const longestLeaveMs = 10_000;

let letGo: (() => void) | undefined;

/** Once the pages have followed whoever is here now. */
export function letCallsGo(): void {
  letGo?.();
  letGo = undefined;
}

/**
 * Sends the request that ends the session. Until the pages show the new state, no tab sends other requests: they would be
 * refused. If the session goes on, they are sent again; otherwise they are sent for the next person.
 */
export async function endSession(client: QueryClient, ask: () => Promise<unknown>): Promise<void> {
  await client.cancelQueries();
  const isSomebodys = Boolean(personOf(client));
  if (isSomebodys) tellTabs('leaving');
  const asked = ask();
  if (isSomebodys) letGo ??= holdCalls();
  try {
    await asked;
  } catch (error) {
    tellTabs('staying');
    goOn(client);
    throw error;
  }
}

/** Another tab is ending the session. */
export function awaitLeaving(client: QueryClient): void {
  if (letGo || !personOf(client)) return;
  void client.cancelQueries();
  const release = holdCalls();
  letGo = release;
  // A later sign-out has a limit of its own.
  setTimeout(() => letGo === release && goOn(client), longestLeaveMs);
}

/** The session could not be ended. */
export function goOn(client: QueryClient): void {
  letCallsGo();
  void client.invalidateQueries();
}

/**
 * After signing out, or with the account deleted: nothing of it stays in this browser, in whatever tab. The theme and
 * the view mode are the browser's own.
 */
export function leaveAccount(client: QueryClient): void {
  forgetAccount(client);
  tellTabs('left');
}

function tellTabs(notice: Notice): void {
  const channel = new BroadcastChannel(accountChannel);
  channel.postMessage(notice);
  channel.close();
}

/** In this tab alone; an answer that is still on its way would bring the person back. */
export function forgetAccount(client: QueryClient): void {
  forgetStored();
  void client.cancelQueries({ queryKey: sessionKey });
  client.setQueryData<KnownSession>(sessionKey, (session) => session && withoutPerson(session));
}
