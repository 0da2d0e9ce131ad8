import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { getOffer, getPaymentSettings, listProducts, type Product } from '#shared/billing/payments.ts';
import { type PaidTier, plans } from '#shared/billing/plans.ts';
import { call } from '../../api.ts';

export const paymentSettingsKey = ['payment-settings'] as const;
export const productsKey = ['products'] as const;

/** How one pays here. */
export function usePaymentSettings({ staleTime = 60_000 } = {}) {
  return useQuery({
    queryKey: paymentSettingsKey,
    queryFn: ({ signal }) => call(getPaymentSettings, { signal }),
    staleTime,
  });
}

/** What is sold. */
export function useProducts(wanted = true) {
  return useQuery({
    queryKey: productsKey,
    queryFn: ({ signal }) => call(listProducts, { signal }),
    staleTime: 60_000,
    enabled: wanted,
  });
}

const productsDelayMilliseconds = 100;

/** Products a moment after the subscriptions, which say more of what is on the screen. */
export function useDeferredProducts(subscriptionsAreKnown: boolean) {
  const [due, setDue] = useState(false);
  useEffect(() => {
    if (!subscriptionsAreKnown) return;
    const timer = setTimeout(() => setDue(true), productsDelayMilliseconds);
    return () => clearTimeout(timer);
  }, [subscriptionsAreKnown]);
  return useProducts(due);
}

/** What a price comes to for whoever is signed in. */
export function useOffer(priceId: string | null) {
  return useQuery({
    queryKey: ['offer', priceId],
    queryFn: ({ signal }) => call(getOffer, { params: { priceId: priceId ?? '' }, signal }),
    enabled: priceId !== null,
    // Asked anew each time that it is shown, and the same from then on: a trial that has begun would change it.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
}

export interface ShownPrice {
  /** Null: nobody can buy at it. */
  id: string | null;
  /** Cents a month. */
  amount: number;
  currency: string;
}

/** The price of a plan in the catalogue, or what it is known to cost where that has none or cannot be read. */
export function priceOf(products: readonly Product[] | undefined, tier: PaidTier): ShownPrice {
  const price = products?.flatMap(({ prices }) => prices).find((each) => each.tier === tier);
  if (price) return { id: price.id, amount: price.unit_amount, currency: price.currency };
  return { id: null, amount: plans[tier].centsPerMonth ?? 999, currency: 'usd' };
}
