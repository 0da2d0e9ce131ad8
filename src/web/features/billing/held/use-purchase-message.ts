import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { useSearchParams } from 'react-router';
import type { Subscription } from '#shared/billing.ts';
import { currentOf, isManageable } from '#shared/subscription.ts';
import { serverNow } from '../../../lib/server-time.ts';
import { texts } from '../../../texts/en/billing/held.ts';
import { toast } from '../../../ui/toast.tsx';
import { subscriptionsQuery } from '../use-subscriptions.ts';

const parameter = 'subscription';
const askEveryMilliseconds = 1_500;
/** Then something is slower than it should be, and the plan stands here with a later visit. */
const patienceMilliseconds = 30_000;

/**
 * Says that a purchase has come back to this page. Anybody can write such an address: it is words and grants nothing.
 * Said once: the address does not keep it. The payment may be confirmed a moment later, so it is asked a few times.
 * @returns whether the plan is still awaited
 */
export function usePurchaseMessage(userId: string): boolean {
  const [search, setSearch] = useSearchParams();
  const [isAwaited, setAwaited] = useState(false);
  const succeeded = search.get(parameter) === 'success';
  const tell = useEffectEvent(() => {
    toast(texts.thankYouYourPlanStandsHereAs);
    setAwaited(true);
    const rest = new URLSearchParams(search);
    rest.delete(parameter);
    setSearch(rest, { replace: true });
  });
  useEffect(() => {
    if (succeeded) tell();
  }, [succeeded]);
  useEffect(() => {
    if (!isAwaited) return;
    const timer = setTimeout(() => setAwaited(false), patienceMilliseconds);
    return () => clearTimeout(timer);
  }, [isAwaited]);
  const { data } = useQuery({
    ...subscriptionsQuery(userId),
    refetchInterval: ({ state }) => (isAwaited && !hasPaidPlan(state.data) ? askEveryMilliseconds : false),
  });
  return isAwaited && !hasPaidPlan(data);
}

function hasPaidPlan(subscriptions: readonly Subscription[] | undefined): boolean {
  const current = subscriptions && currentOf(subscriptions, serverNow());
  return !!current && (current.isAdmin || isManageable(current));
}
