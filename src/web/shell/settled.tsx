import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useSession } from '../features/accounts/session.ts';
import { offlineQuery } from '../features/billing/offline/use-offline.ts';
import { useCurrentSubscription, useSubscriptions } from '../features/billing/use-subscriptions.ts';
import { isAwaited } from '../lib/is-awaited.ts';
import { texts } from '../texts/en/shell/shell.ts';

/**
 * Whether all is known that decides what stands above a page: who is here, and what there is to say of their plan. A page
 * that was drawn before would be pushed down by a banner. Once known it stays so for the same person.
 */
export function useSettled(): boolean {
  const session = useSession();
  const userId = session.data?.user?.id;
  const subscriptions = useSubscriptions(userId);
  const offline = useQuery(offlineQuery(userId, useCurrentSubscription(userId)));
  const isKnown = ![session, subscriptions, offline].some(isAwaited);
  const whom = session.data && (userId ?? null);
  const [settledFor, settle] = useState<string | null>();
  if (isKnown && whom !== undefined && settledFor !== whom) settle(whom);
  return isKnown || (whom !== undefined && settledFor === whom);
}

/** As high as the window, so that the foot of the page is not seen before the page. */
export function Coming() {
  return (
    <div aria-busy="true" data-coming="" className="min-h-lvh">
      <p className="sr-only">{texts.loading}</p>
    </div>
  );
}
