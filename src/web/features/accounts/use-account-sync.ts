import { type Query, type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef } from 'react';
import { forgetStored, readStored, writeStored } from '../../lib/page/browser-storage.ts';
import { ownerKey, sessionKey } from '../../lib/session/retained-session.ts';
import {
  accountChannel,
  clearAccountInTab,
  pauseForSignOut,
  resumeCalls,
  resumeSession,
  type TabMessage,
} from './end-session.ts';
import { exceptSession, useSession } from './session.ts';

/**
 * Keeps the tabs of a browser of one mind about who is signed in. Once, around every page.
 *
 * A session that only ran out leaves drafts where they are, and pages as they are, for the same person to go on with.
 */
export function useAccountSync(): void {
  const client = useQueryClient();
  const session = useSession().data;
  const userId = session && (session.user?.id ?? null);
  const shown = useRef<string | null | undefined>(undefined);
  const channel = useRef<BroadcastChannel | null>(null);

  const handleNotice = useEffectEvent((notice: TabMessage) => {
    if (notice === 'left') clearAccountInTab(client);
    else if (notice === 'leaving') pauseForSignOut(client);
    else if (notice === 'staying') resumeSession(client);
    else if (session?.ended || notice.sees !== userId)
      void client.invalidateQueries({ queryKey: sessionKey });
  });
  /**
   * Runs after the pages have followed, so that what only the person before may ask is not asked again: whoever else asks
   * for a person does it in a component below, or in the same one before.
   */
  const follow = useEffectEvent((now: string | null) => {
    const before = shown.current;
    shown.current = now;
    if (now !== null && readStored(ownerKey) !== now) {
      if (readStored(ownerKey) !== null) forgetStored();
      writeStored(ownerKey, now);
    }
    if (typeof before === 'string' && before !== now) dropCachedAnswers(client);
    // What a stranger was refused may be theirs; whoever signed in in another tab does not ask for it here.
    else if (before === null && now !== null) void client.invalidateQueries(exceptSession);
    resumeCalls();
    channel.current?.postMessage({ sees: now } satisfies TabMessage);
  });

  useEffect(() => {
    const opened = new BroadcastChannel(accountChannel);
    opened.onmessage = ({ data }: MessageEvent<TabMessage>) => handleNotice(data);
    channel.current = opened;
    return () => opened.close();
  }, []);
  useEffect(() => {
    if (userId !== undefined) follow(userId);
  }, [userId]);
  // A page that Back brings out of the browser's memory may show somebody who has left since.
  useEffect(() => {
    const look = (event: PageTransitionEvent) => {
      if (event.persisted) void client.invalidateQueries({ queryKey: sessionKey });
    };
    window.addEventListener('pageshow', look);
    return () => window.removeEventListener('pageshow', look);
  }, [client]);
}

/**
 * What others were answered goes; what is on the screen is asked for again, by whoever is here now. Of some of that a part
 * stays meanwhile, which everybody may see.
 */
function dropCachedAnswers(client: QueryClient): void {
  client.removeQueries({ ...exceptSession, type: 'inactive' });
  const staying = new Set<Query>();
  for (const query of client.getQueryCache().findAll()) {
    const part = query.meta?.forEverybody?.(query.state.data);
    if (part === undefined) continue;
    query.setData(part);
    staying.add(query);
  }
  void client.invalidateQueries({ predicate: (query) => staying.has(query) });
  void client.resetQueries({
    predicate: (query) => exceptSession.predicate(query) && !staying.has(query),
    type: 'active',
  });
  client.getMutationCache().clear();
}
