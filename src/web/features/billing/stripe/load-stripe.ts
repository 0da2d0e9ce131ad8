import type { Stripe } from '@stripe/stripe-js';
import { loadStripe } from '@stripe/stripe-js/pure';
import { useQuery } from '@tanstack/react-query';
import type { PaymentSettings } from '#shared/billing/payments.ts';

const scriptOrigin = 'https://js.stripe.com';
/** A script that takes longer counts as failed. */
const patienceMilliseconds = 20_000;

/** The part of the API that TypeScript does not know yet. */
interface TrustedTypes {
  defaultPolicy: object | null;
  createPolicy(name: 'default', rules: { createScriptURL(url: string): string | null }): object;
}

/**
 * Trusted Types forbid setting a script's address from a string. Stripe's loader does that and accepts no
 * policy, so the default policy allows Stripe's own addresses and nothing else.
 */
function trustStripe(): void {
  const { trustedTypes } = window as { trustedTypes?: TrustedTypes };
  if (!trustedTypes || trustedTypes.defaultPolicy) return;
  const isStripes = (url: string) => URL.canParse(url) && new URL(url).origin === scriptOrigin;
  trustedTypes.createPolicy('default', { createScriptURL: (url) => (isStripes(url) ? url : null) });
}

/** @throws if the script fails to load; the next call loads it again */
async function fetchStripe(publishableKey: string): Promise<Stripe> {
  trustStripe();
  const late = new Promise<never>((_, reject) => {
    setTimeout(() => reject(new Error('Stripe’s script does not come.')), patienceMilliseconds);
  });
  const stripe = await Promise.race([loadStripe(publishableKey), late]);
  if (stripe === null) throw new Error('Stripe’s script runs in browsers alone.');
  return stripe;
}

/** Stripe's script, loaded with the first checkout and kept. */
export function useStripeScript({ publishableKey }: PaymentSettings) {
  const { data, isError, isFetching, refetch } = useQuery({
    queryKey: ['stripe', publishableKey],
    queryFn: () => fetchStripe(publishableKey ?? ''),
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
    // Not plain data, so structural sharing cannot compare it.
    structuralSharing: false,
  });
  return { stripe: data, failed: isError && !isFetching, again: () => void refetch() };
}
