import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { getOffer, getPaymentSettings, listProducts, type Product } from '#shared/billing/payments.ts';
import { type PaidTier, plans } from '#shared/billing/plans.ts';
import { call } from '../../api.ts';

export const paymentSettingsKey = ['payment-settings'] as const;
export const productsKey = ['products'] as const;

/** The payment settings of the server. */
export function usePaymentSettings({ staleTime = 60_000 } = {}) {
  return useQuery({
    queryKey: paymentSettingsKey,
    queryFn: ({ signal }) => call(getPaymentSettings, { signal }),
    staleTime,
  });
}

/** The products for sale. */
export function useProducts(wanted = true) {
  return useQuery({
    queryKey: productsKey,
    queryFn: ({ signal }) => call(listProducts, { signal }),
    staleTime: 60_000,
    enabled: wanted,
  });
}

const productsDelayMilliseconds = 100;

/** Loads products after subscriptions, which are more important on the screen. */
export function useDeferredProducts(subscriptionsAreKnown: boolean) {
  const [due, setDue] = useState(false);
  useEffect(() => {
    if (!subscriptionsAreKnown) return;
    const timer = setTimeout(() => setDue(true), productsDelayMilliseconds);
    return () => clearTimeout(timer);
  }, [subscriptionsAreKnown]);
  return useProducts(due);
}

/** The offer of a price for the signed-in account. */
export function useOffer(priceId: string | null) {
  return useQuery({
    queryKey: ['offer', priceId],
    queryFn: ({ signal }) => call(getOffer, { params: { priceId: priceId ?? '' }, signal }),
    enabled: priceId !== null,
    // Fetched each time that it is shown, then fixed: a started trial would change it.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
}

export interface ShownPrice {
  /** Null: it is not for sale. */
  id: string | null;
  /** Cents a month. */
  amount: number;
  currency: string;
}

/** The price of a plan in the catalogue, or the default price if the catalogue lacks it or is unavailable. */
export function priceOf(products: readonly Product[] | undefined, tier: PaidTier): ShownPrice {
  const price = products?.flatMap(({ prices }) => prices).find((each) => each.tier === tier);
  if (price) return { id: price.id, amount: price.unit_amount, currency: price.currency };
  return { id: null, amount: plans[tier].centsPerMonth ?? 999, currency: 'usd' };
}
