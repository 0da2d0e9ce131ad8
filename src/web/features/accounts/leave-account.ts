import type { QueryClient } from '@tanstack/react-query';
import { holdCalls } from '../../api.ts';
import { forgetStored } from '../../lib/browser-storage.ts';
import { type KnownSession, personOf, sessionKey, withoutPerson } from '../../lib/kept-session.ts';

/** A tab tells whom it sees, and when somebody left for good; those that see it otherwise follow. */
export type Notice = { sees: string | null } | { left: true };

export const accountChannel = 'flux-account';

let letGo = () => {};

/** Once the pages have followed whoever is here now. */
export function letCallsGo(): void {
  letGo();
}

/**
 * Asks for what ends the session. What is still on its way then, or is asked before the pages have followed, would be
 * refused, as nobody's: it is asked again where the session goes on, and else for whoever is here then.
 */
export async function endSession(client: QueryClient, ask: () => Promise<unknown>): Promise<void> {
  await client.cancelQueries();
  const asked = ask();
  if (personOf(client)) letGo = holdCalls();
  try {
    await asked;
  } catch (error) {
    letGo();
    void client.invalidateQueries();
    throw error;
  }
}

/**
 * After signing out, or with the account deleted: nothing of it stays in this browser, in whatever tab. The theme and
 * the view mode are the browser's own.
 */
export function leaveAccount(client: QueryClient): void {
  forgetAccount(client);
  const channel = new BroadcastChannel(accountChannel);
  channel.postMessage({ left: true } satisfies Notice);
  channel.close();
}

/** In this tab alone; an answer that is still on its way would bring the person back. */
export function forgetAccount(client: QueryClient): void {
  forgetStored();
  void client.cancelQueries({ queryKey: sessionKey });
  client.setQueryData<KnownSession>(sessionKey, (session) => session && withoutPerson(session));
}
