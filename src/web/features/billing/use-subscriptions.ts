import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { chooseFreePlan, listSubscriptions, type Subscription } from '#shared/billing/billing.ts';
import { findCurrentSubscription } from '#shared/billing/subscription.ts';
import { call } from '../../api.ts';
import { useNow } from '../../lib/hooks/use-now.ts';

/** All subscriptions of the account; not fetched for visitors. */
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

/** The subscription that counts; null is none, undefined is unknown or signed out. */
export function useCurrentSubscription(userId: string | undefined): Subscription | null | undefined {
  const { data } = useSubscriptions(userId);
  return useNow((now) => data && findCurrentSubscription(data, now));
}

export function useChooseFreePlan(onChosen: () => void) {
  const client = useQueryClient();
  // Even after a refusal: the plan may have been bought in another window.
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
