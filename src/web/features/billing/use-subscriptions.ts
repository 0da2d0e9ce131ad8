import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { chooseFreePlan, listSubscriptions, type Subscription } from '#shared/billing/billing.ts';
import { currentOf } from '#shared/billing/subscription.ts';
import { call } from '../../api.ts';
import { useNow } from '../../lib/hooks/use-now.ts';

/** Everything somebody subscribes to; for nobody it is never asked. */
export function subscriptionsQuery(userId: string | undefined) {
  return queryOptions({
    queryKey: ['subscriptions', userId],
    queryFn: ({ signal }) => call(listSubscriptions, { signal }),
    enabled: userId !== undefined,
    staleTime: 60_000,
  });
}

export function useSubscriptions(userId: string | undefined) {
  return useQuery(subscriptionsQuery(userId));
}

/** The subscription that counts now: null is none, undefined is not known, or nobody is signed in. */
export function useCurrentSubscription(userId: string | undefined): Subscription | null | undefined {
  const { data } = useSubscriptions(userId);
  return useNow((now) => data && currentOf(data, now));
}

export function useChooseFreePlan(onChosen: () => void) {
  const client = useQueryClient();
  // Also where it is refused: who has another plan may have got it in another window.
  const refresh = () => client.invalidateQueries({ queryKey: ['subscriptions'] });
  return useMutation({
    mutationFn: () => call(chooseFreePlan, { body: { tier: 'indie' } }),
    onSuccess: async () => {
      await refresh();
      onChosen();
    },
    onError: refresh,
  });
}
