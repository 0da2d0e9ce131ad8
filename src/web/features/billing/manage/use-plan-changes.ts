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

/**
 * The price and the payment method of a plan. Fetched when the dialog opens, because the card may have
 * changed elsewhere.
 */
export function usePaymentDetails(billed: Pick<Subscription, 'id'>, wanted: boolean) {
  return useQuery({
    queryKey: [detailsKey, billed.id],
    queryFn: ({ signal }) => call(getPaymentDetails, { signal }),
    enabled: wanted,
    staleTime: 0,
  });
}

/** A shown price is guaranteed for half an hour. */
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

/** Everything on the page may depend on the plan, except the preview of the change. */
function refreshAll(client: QueryClient): Promise<void> {
  return client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== previewKey });
}

/** Marks a plan change, which cannot be interrupted. */
const meta = { changesPlan: true };

/** Whether a plan change is running right now. The render lags behind, and a key may follow the click before it. */
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
    // It may have been changed in another window, or the price is outdated.
    onError: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: [previewKey] }),
        client.invalidateQueries({ queryKey: ['subscriptions'] }),
      ]),
  });
}

const followUpMilliseconds = 2_000;

/** The payment provider's notification of a cancellation may arrive a moment after its response. */
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
