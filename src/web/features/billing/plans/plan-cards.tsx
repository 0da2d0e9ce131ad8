import type { ReactNode } from 'react';
import type { Subscription } from '#shared/billing/billing.ts';
import type { Product } from '#shared/billing/payments.ts';
import type { PaidTier } from '#shared/billing/plans.ts';
import { texts } from '#web/i18n/en/billing/plans.ts';
import { formatMoney } from '#web/lib/format/money.ts';
import { useSupport } from '#web/lib/support-modal.tsx';
import { mailTo } from '#web/paths.ts';
import { Button } from '#web/ui/forms/button.tsx';
import { Skeleton } from '#web/ui/loading/skeleton.tsx';
import { displayedPlan } from '../current-plan/billed-plan.ts';
import { priceOf } from '../use-catalogue.ts';
import { IndieAction, PaidAction } from './plan-actions.tsx';
import { type OfferedTier, PlanCard } from './plan-card.tsx';
import { type PlanFacts, planCta } from './plan-cta.ts';
import type { ChosenTier } from './selected-plan.ts';

interface PlanCardsProps {
  /** Null: none, or signed out. Undefined: not known yet. */
  current: Subscription | null | undefined;
  facts: Omit<PlanFacts, 'current' | 'isSold'>;
  products: readonly Product[] | undefined;
  trialDays: number | undefined;
  supportEmail: string | undefined;
  choosing: boolean;
  onChoose: (tier: ChosenTier) => void;
}

export function PlanCards({ current, facts, products, trialDays, supportEmail, ...choice }: PlanCardsProps) {
  const own = displayedPlan(current, facts.billed);
  const price = (tier: PaidTier) => priceOf(products, tier);
  const shown = (tier: PaidTier) => formatMoney(price(tier).amount, price(tier).currency);
  const paid = (tier: PaidTier) => {
    const isSold = products && price(tier).id !== null;
    const cta = planCta(tier, { ...facts, current, isSold });
    return <PaidAction tier={tier} cta={cta} onChoose={() => choice.onChoose(tier)} />;
  };
  const cards: Record<OfferedTier, { price: string; action: ReactNode }> = {
    indie: {
      price: texts.free,
      action: (
        <IndieAction
          own={own}
          isUnreachable={facts.isUnreachable}
          choosing={choice.choosing}
          onChoose={() => choice.onChoose('indie')}
        />
      ),
    },
    pro: { price: shown('pro'), action: paid('pro') },
    'pro-plus': { price: shown('pro-plus'), action: paid('pro-plus') },
    enterprise: {
      price: texts.custom,
      action: <EnterpriseAction supportEmail={supportEmail} isUnreachable={facts.isUnreachable} />,
    },
  };
  return (
    <div className="grid gap-px overflow-hidden rounded-picture border border-line bg-line forced-colors:*:outline md:grid-cols-2 xl:grid-cols-4">
      {(Object.keys(cards) as OfferedTier[]).map((tier) => (
        <PlanCard
          key={tier}
          tier={tier}
          current={own?.tier === tier}
          trialDays={trialDays}
          {...cards[tier]}
        />
      ))}
    </div>
  );
}

interface EnterpriseActionProps {
  supportEmail: string | undefined;
  isUnreachable: boolean;
}

function EnterpriseAction({ supportEmail, isUnreachable }: EnterpriseActionProps) {
  const support = useSupport();
  if (supportEmail === undefined && isUnreachable) {
    return (
      <Button size="large" onClick={support.open}>
        {texts.contactUs}
      </Button>
    );
  }
  if (supportEmail === undefined) return <Skeleton className="h-12 md:h-11" />;
  return (
    <Button asChild size="large">
      <a href={mailTo(supportEmail, 'Flux Enterprise')}>{texts.contactUs}</a>
    </Button>
  );
}
