import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router';
import type { Session } from '#shared/accounts/accounts.ts';
import type { Subscription } from '#shared/billing/billing.ts';
import { type PaidTier, plans } from '#shared/billing/plans.ts';
import { messageOf } from '../../api.ts';
import { useSignIn } from '../../features/accounts/sign-in.tsx';
import { useManagement } from '../../features/billing/manage/management.tsx';
import {
  type ChosenTier,
  clearSelectedPlan,
  storeSelectedPlan,
  takeSelectedPlan,
} from '../../features/billing/plans/selected-plan.ts';
import { useChooseFreePlan } from '../../features/billing/use-subscriptions.ts';
import { texts } from '../../i18n/en/pages/use-plan-choice.ts';
import { format } from '../../i18n/format.ts';
import { uploadOrigin } from '../../lib/session/plan-origin.ts';
import { paths, planTokenParameter } from '../../paths.ts';
import { toast } from '../../ui/loading/toast.tsx';

interface Facts {
  session: Session | undefined;
  /** Whether the plan is known, or failed to load. */
  isKnown: boolean;
  /** The plan that is paid or has an open payment: another choice is a change, not a purchase. */
  billed: Subscription | null;
  /** The current plan, including a free one; undefined is not known. */
  own: Subscription | null | undefined;
}

/** Chooses a plan. A visitor signs in first, and the choice continues afterwards. */
export function usePlanChoice({ session, isKnown, billed, own }: Facts) {
  const user = session?.user;
  const navigate = useNavigate();
  // A user from an upload page returns to it.
  const origin = uploadOrigin(useLocation().state);
  const openSignIn = useSignIn();
  const manage = useManagement();
  const [bought, setBought] = useState<{ tier: PaidTier; by: string } | null>(null);
  // Another window signed in another account, or signed out.
  if (bought && session && bought.by !== user?.id) setBought(null);
  const tellOfIndie = () => toast(texts.youAreOnTheIndiePlan);
  const freePlan = useChooseFreePlan(() => {
    tellOfIndie();
    navigate(origin ?? paths.home());
  });
  const choose = (tier: ChosenTier) => {
    if (!user)
      return openSignIn({ returnTo: paths.chosenPlan(storeSelectedPlan(tier)), onClose: clearSelectedPlan });
    if (tier === 'indie') return freePlan.mutate();
    if (!billed) setBought({ tier, by: user.id });
    else if (billed.tier === tier) toast(format(texts.youAlreadyHaveTheNamePlan, { name: plans[tier].name }));
    else manage({ plan: tier });
  };

  const mark = useSearchParams()[0].get(planTokenParameter);
  const answered = useRef<string | null>(null);
  /** Used once after any sign-in; without one, the choice is cancelled. */
  const comeBack = useEffectEvent((chosen: string) => {
    // React repeats effects in development.
    if (answered.current === chosen) return;
    answered.current = chosen;
    const tier = takeSelectedPlan(chosen);
    const isAdmin = user?.role === 'admin';
    // Some pay for Indie: the free one would be refused for them.
    const hasIndie = own?.tier === 'indie';
    if (tier && isAdmin) toast(texts.administratorsHaveAllPermissions);
    else if (tier === 'indie' && hasIndie) tellOfIndie();
    else if (tier && user) choose(tier);
    const isHome = tier === 'indie' && (isAdmin || hasIndie);
    navigate(isHome ? paths.home() : paths.pricing(), { replace: true });
  });
  const canComeBack = session !== undefined && (!user || isKnown);
  useEffect(() => {
    if (canComeBack && mark !== null) comeBack(mark);
  }, [canComeBack, mark]);

  return {
    choose,
    choosing: freePlan.isPending,
    problem: freePlan.error && messageOf(freePlan.error),
    /** The plan being bought. */
    bought: bought?.tier ?? null,
    endPurchase: () => setBought(null),
  };
}
