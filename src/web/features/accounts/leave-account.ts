import type { QueryClient } from '@tanstack/react-query';
import { forgetStored } from '../../lib/browser-storage.ts';
import { type KnownSession, sessionKey, withoutPerson } from '../../lib/kept-session.ts';

/** A tab tells whom it sees, and when somebody left for good; those that see it otherwise follow. */
export type Notice = { sees: string | null } | { left: true };

export const accountChannel = 'flux-account';

/**
 * Asks for what ends the session. What is still on its way then would be refused, as nobody's; it is asked for again
 * where the session goes on.
 */
export async function endSession(client: QueryClient, ask: () => Promise<unknown>): Promise<void> {
  await client.cancelQueries();
  try {
    await ask();
  } catch (error) {
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
