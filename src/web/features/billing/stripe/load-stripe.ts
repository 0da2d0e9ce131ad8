import type { Stripe } from '@stripe/stripe-js';
import { loadStripe } from '@stripe/stripe-js/pure';
import { useQuery } from '@tanstack/react-query';
import type { PaymentSettings } from '#shared/billing/payments.ts';

const scriptOrigin = 'https://js.stripe.com';
/** A script that hangs is one that does not come. */
const patienceMilliseconds = 20_000;

/** Of what TypeScript does not know yet, as much as is used here. */
interface TrustedTypes {
  defaultPolicy: object | null;
  createPolicy(name: 'default', rules: { createScriptURL(url: string): string | null }): object;
}

/**
 * The page's policy lets nobody set the address of a script from a text (Trusted Types). Stripe's loader does just that
 * and takes no policy of ours, so there is one for everybody, which lets Stripe's own addresses through and no others.
 */
function trustStripe(): void {
  const { trustedTypes } = window as { trustedTypes?: TrustedTypes };
  if (!trustedTypes || trustedTypes.defaultPolicy) return;
  const isStripes = (url: string) => URL.canParse(url) && new URL(url).origin === scriptOrigin;
  trustedTypes.createPolicy('default', { createScriptURL: (url) => (isStripes(url) ? url : null) });
}

/** @throws where the script does not come; asked again, it is fetched again */
async function fetchStripe(publishableKey: string): Promise<Stripe> {
  trustStripe();
  const late = new Promise<never>((_, reject) => {
    setTimeout(() => reject(new Error('Stripe’s script does not come.')), patienceMilliseconds);
  });
  const stripe = await Promise.race([loadStripe(publishableKey), late]);
  if (stripe === null) throw new Error('Stripe’s script runs in browsers alone.');
  return stripe;
}

/** Stripe's script, fetched with the first checkout that opens and kept for all after it. */
export function useStripeScript({ publishableKey }: PaymentSettings) {
  const { data, isError, isFetching, refetch } = useQuery({
    queryKey: ['stripe', publishableKey],
    queryFn: () => fetchStripe(publishableKey ?? ''),
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
    // It is no data, whose parts could be compared.
    structuralSharing: false,
  });
  return { stripe: data, failed: isError && !isFetching, again: () => void refetch() };
}
