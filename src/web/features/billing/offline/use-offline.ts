import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { Subscription } from '#shared/billing/billing.ts';
import { getOffline, type Offline } from '#shared/billing/offline.ts';
import { call } from '#web/api.ts';

type Current = Subscription | null | undefined;

/** Fetched only for accounts without a plan. */
export function offlineQuery(userId: string | undefined, subscription: Current) {
  return queryOptions({
    queryKey: ['offline', userId],
    queryFn: ({ signal }) => call(getOffline, { signal }),
    enabled: userId !== undefined && subscription === null,
  });
}

/** The content that is offline since the plan ended; null if there is none, and for accounts with a plan. */
export function useOffline(userId: string | undefined, subscription: Current): Offline | null {
  const { data } = useQuery(offlineQuery(userId, subscription));
  return subscription === null ? (data?.offline ?? null) : null;
}

const followUpMilliseconds = 3_000;
const changedWithPlan = ['applications', 'application', 'versions', 'organizations', 'offline'];

/** A change of the plan changes all content: its queries are refetched. Mounted once, around every page. */
export function useRefetchOnPlanChange(userId: string | undefined, subscription: Current): void {
  const client = useQueryClient();
  const seen = useRef<{ userId: string; hasPlan: boolean } | null>(null);
  const hasPlan = subscription === undefined ? undefined : subscription !== null;
  useEffect(() => {
    if (userId === undefined || hasPlan === undefined) return;
    const before = seen.current;
    seen.current = { userId, hasPlan };
    if (before === null || before.userId !== userId || before.hasPlan === hasPlan) return;
    const askAgain = () => {
      for (const name of changedWithPlan) void client.invalidateQueries({ queryKey: [name] });
    };
    askAgain();
    // Offline content is restored a moment after the plan.
    const later = setTimeout(askAgain, followUpMilliseconds);
    return () => clearTimeout(later);
  }, [client, userId, hasPlan]);
}
