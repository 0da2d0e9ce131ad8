import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Subscription } from '#shared/billing/billing.ts';
import {
  cancelSubscription,
  changeSubscription,
  getPaymentDetails,
  previewChange,
  previewTrialUpgrade,
  upgradeTrialSubscription,
} from '#shared/billing/payments.ts';
import { call } from '#web/api.ts';
import { useSingleMutation } from '#web/lib/hooks/use-single-mutation.ts';
import { cancelRefusal } from './cancel-problem.ts';

const detailsKey = 'payment-details';
const previewKey = 'plan-preview';

/** What a plan costs and is paid with. Asked when somebody looks; a card may have been changed elsewhere. */
export function usePaymentDetails(billed: Pick<Subscription, 'id'>, wanted: boolean) {
  return useQuery({
    queryKey: [detailsKey, billed.id],
    queryFn: ({ signal }) => call(getPaymentDetails, { signal }),
    enabled: wanted,
    staleTime: 0,
  });
}

/** A price that is shown is the one that is charged, for half an hour. */
const previewMilliseconds = 10 * 60_000;

export function useChangePreview(billed: Subscription, priceId: string | null) {
  return useQuery({
    queryKey: [previewKey, billed.id, priceId],
    queryFn: ({ signal }) =>
      call(previewChange, { query: { subscriptionId: billed.id, priceId: priceId ?? '' }, signal }),
    enabled: priceId !== null,
    staleTime: 0,
    gcTime: 0,
    refetchInterval: previewMilliseconds,
  });
}

export function useUpgradePreview(billed: Subscription) {
  return useQuery({
    queryKey: [previewKey, billed.id],
    queryFn: ({ signal }) => call(previewTrialUpgrade, { signal }),
    staleTime: 0,
    gcTime: 0,
  });
}

/** All that the page shows may follow from the plan, but for what the change would have cost. */
function refreshAll(client: QueryClient): Promise<void> {
  return client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== previewKey });
}

/** Marks what changes a plan, and is seen to its end. */
const meta = { changesPlan: true };

/**
 * Asks whether a plan is being changed at this moment. What is drawn says so a moment later, and a key that follows the
 * click comes before.
 */
export function usePlanChanging(): () => boolean {
  const client = useQueryClient();
  return () => client.isMutating({ predicate: (mutation) => mutation.meta === meta }) > 0;
}

export function useUpgrade(onUpgraded: () => void) {
  const client = useQueryClient();
  return useSingleMutation({
    meta,
    mutationFn: () => call(upgradeTrialSubscription),
    onSuccess: async () => {
      await refreshAll(client);
      onUpgraded();
    },
  });
}

export function useChange(billed: Subscription, onChanged: () => void) {
  const client = useQueryClient();
  return useSingleMutation({
    meta,
    mutationFn: (wish: { priceId: string } & ({ proratedAt: string } | { keep: true })) =>
      call(changeSubscription, { body: { subscriptionId: billed.id, ...wish } }),
    onSuccess: async () => {
      await refreshAll(client);
      onChanged();
    },
    // It may have been changed in another window, or the price is one of before.
    onError: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: [previewKey] }),
        client.invalidateQueries({ queryKey: ['subscriptions'] }),
      ]),
  });
}

const followUpMilliseconds = 2_000;

/** What the payment service tells of a cancellation may come a moment after its answer. */
export function useCancel(billed: Subscription, onCancelled: () => void) {
  const client = useQueryClient();
  const refresh = () => client.invalidateQueries({ queryKey: ['subscriptions'] });
  return useSingleMutation({
    meta,
    mutationFn: async () => {
      const answer = await call(cancelSubscription, { body: { subscriptionId: billed.id } });
      if (!answer.success) throw cancelRefusal(answer.error);
    },
    onSuccess: async () => {
      setTimeout(refresh, followUpMilliseconds);
      await refresh();
      onCancelled();
    },
    onError: refresh,
  });
}
