import { useQueryClient } from '@tanstack/react-query';
import { useMemo, useRef, useState } from 'react';
import { createPaymentIntent, type Offer } from '#shared/billing/payments.ts';
import type { PaidTier } from '#shared/billing/plans.ts';
import { call } from '#web/api.ts';
import { useSingleMutation } from '#web/lib/hooks/use-single-mutation.ts';
import type { CardForm } from '../card-fields/card-form.ts';
import { payByCard, type StartedTrial, waitForPlan } from './pay-by-card.ts';
import { problemOf } from './problem.ts';
import type { usePromo } from './use-promo.ts';

interface PurchaseOptions {
  tier: PaidTier;
  priceId: string;
  offer: Offer;
  promo: Pick<ReturnType<typeof usePromo>, 'settle' | 'applied'>;
  onPaying: (paying: boolean) => void;
  onBought: () => void;
}

interface CardPayment {
  card: CardForm | null;
  postalCode: string;
}

/** One purchase at a time, by card or by wallet. A failure keeps the input. */
export function usePurchase({ tier, priceId, offer, promo, onPaying, onBought }: PurchaseOptions) {
  const client = useQueryClient();
  const begun = useRef<StartedTrial['current']>(null);
  const [hasBegun, setHasBegun] = useState(false);
  const [wallet, setWallet] = useState<{ isOpen: boolean; error?: unknown }>({ isOpen: false });
  // The plan may have been bought in another window.
  const refresh = () => client.invalidateQueries({ queryKey: ['subscriptions'] });
  const finish = async () => {
    await waitForPlan(client, tier);
    onBought();
  };

  const byCard = useSingleMutation({
    mutationFn: async ({ card, postalCode }: CardPayment) => {
      const applied = await promo.settle();
      const order = {
        priceId,
        postalCode,
        promoCode: applied?.code ?? null,
        onTrial: offer.trialDays > 0,
      };
      await payByCard(card, order, begun);
      await waitForPlan(client, tier);
    },
    onSuccess: onBought,
    onError: refresh,
    onSettled: () => {
      setHasBegun(begun.current !== null);
      onPaying(false);
    },
  });

  const error = byCard.error ?? wallet.error;
  const problem = useMemo(() => (error ? problemOf(error) : null), [error]);
  const isPaying = byCard.isPending || wallet.isOpen;
  return {
    isPaying,
    error,
    problem,
    /** A trial is already running and needs its card: its price is fixed. */
    hasBegun,
    forgetProblem: () => {
      if (byCard.isError) byCard.reset();
      if (wallet.error !== undefined) setWallet({ isOpen: false });
    },
    payByCard: (card: CardForm | null, postalCode: string) => {
      if (isPaying) return;
      setWallet({ isOpen: false });
      // Synchronously in the click: a following key would otherwise still close the checkout.
      onPaying(true);
      byCard.mutate({ card, postalCode });
    },
    beginWallet: async (): Promise<string> => {
      byCard.reset();
      setWallet({ isOpen: true });
      onPaying(true);
      // The wallet has shown its amount: an unchecked code does not change it.
      const metadata = { priceId, promoCode: promo.applied?.code ?? null };
      return (await call(createPaymentIntent, { body: { metadata } })).client_secret;
    },
    finishWallet: () => void finish(),
    failWallet: (failure: unknown) => {
      setWallet({ isOpen: false, error: failure });
      onPaying(false);
      void refresh();
    },
  };
}
