import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { useSearchParams } from 'react-router';
import type { Subscription } from '#shared/billing/billing.ts';
import { findCurrentSubscription, isManageable } from '#shared/billing/subscription.ts';
import { texts } from '#web/i18n/en/billing/current-plan.ts';
import { format } from '#web/i18n/format.ts';
import { serverNow } from '#web/lib/session/server-time.ts';
import { toast } from '#web/ui/loading/toast.tsx';
import { subscriptionsQuery } from '../use-subscriptions.ts';

const parameter = 'subscription';
const askEveryMilliseconds = 1_500;
/** After this time the plan appears at a later visit. */
const patienceMilliseconds = 30_000;

/**
 * Shows the message after a purchase: a trial or a plan, by name. Anyone can create such an address, so it
 * only shows a text. Shown once: the parameter is removed. The payment may be confirmed a moment later, so
 * the plan is polled a few times.
 * @returns whether the plan is still pending
 */
export function usePurchaseMessage(userId: string): boolean {
  const [search, setSearch] = useSearchParams();
  const [isAwaited, setAwaited] = useState(false);
  const succeeded = search.get(parameter) === 'success';
  const begin = useEffectEvent(() => {
    setAwaited(true);
    const rest = new URLSearchParams(search);
    rest.delete(parameter);
    setSearch(rest, { replace: true });
  });
  useEffect(() => {
    if (succeeded) begin();
  }, [succeeded]);
  useEffect(() => {
    if (!isAwaited) return;
    const timer = setTimeout(() => setAwaited(false), patienceMilliseconds);
    return () => clearTimeout(timer);
  }, [isAwaited]);
  const { data, isError } = useQuery({
    ...subscriptionsQuery(userId),
    refetchInterval: ({ state }) => (isAwaited && !boughtPlan(state.data) ? askEveryMilliseconds : false),
  });
  const bought = boughtPlan(data);
  const outcome = outcomeOf(bought, data !== undefined || isError);
  const tell = useEffectEvent(() => {
    toast(bought ? startedText(bought) : texts.thankYouYourPlanAppearsOnce);
    if (bought) setAwaited(false);
  });
  useEffect(() => {
    if (isAwaited && outcome !== 'unknown') tell();
  }, [isAwaited, outcome]);
  return isAwaited && !bought;
}

function outcomeOf(bought: Subscription | null, isKnown: boolean): 'bought' | 'waiting' | 'unknown' {
  if (bought) return 'bought';
  return isKnown ? 'waiting' : 'unknown';
}

function startedText({ status, isAdmin, planLimits: { planName } }: Subscription): string {
  if (isAdmin) return texts.thankYouYourPlanAppearsOnce;
  const text = status === 'trialing' ? texts.yourPlannameTrialHasStarted : texts.thankYouPlannameIsActive;
  return format(text, { planName });
}

/** The current plan, if it is bought or comes with a role. */
function boughtPlan(subscriptions: readonly Subscription[] | undefined): Subscription | null {
  const current = subscriptions && findCurrentSubscription(subscriptions, serverNow());
  return current && (current.isAdmin || isManageable(current)) ? current : null;
}
