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
 * Synchronizes the signed-in account between tabs. Mounted once, around every page. An expired session leaves
 * drafts and pages for the same account to continue.
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
   * Runs after the pages have updated, so that requests of the previous account are not repeated. Other
   * components that send requests for an account must be below this one, or earlier in the same one.
   */
  const follow = useEffectEvent((now: string | null) => {
    const before = shown.current;
    shown.current = now;
    if (now !== null && readStored(ownerKey) !== now) {
      if (readStored(ownerKey) !== null) forgetStored();
      writeStored(ownerKey, now);
    }
    if (typeof before === 'string' && before !== now) dropCachedAnswers(client);
    // A visitor's refused data may be available now. A sign-in in another tab does not refetch it here.
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
  // A page from the back/forward cache may show an account that has signed out since.
  useEffect(() => {
    const look = (event: PageTransitionEvent) => {
      if (event.persisted) void client.invalidateQueries({ queryKey: sessionKey });
    };
    window.addEventListener('pageshow', look);
    return () => window.removeEventListener('pageshow', look);
  }, [client]);
}

/**
 * Removes data of other accounts. Visible data is refetched as the current account; its public part stays
 * meanwhile.
 */
function dropCachedAnswers(client: QueryClient): void {
  client.removeQueries({ ...exceptSession, type: 'inactive' });
  const staying = new Set<Query>();
  for (const query of client.getQueryCache().findAll()) {
    const part = query.meta?.publicFields?.(query.state.data);
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
