import { Check } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { plans, type Tier, unlimited } from '#shared/billing/plans.ts';
import { texts } from '#web/i18n/en/billing/plans.ts';
import { format } from '#web/i18n/format.ts';
import { Badge } from '#web/ui/layout/badge.tsx';
import { List } from '#web/ui/lists/list.tsx';
import { Skeleton } from '#web/ui/loading/skeleton.tsx';
import { applicationsText, revisionsText } from './limit-text.ts';
import { PlanScreens } from './plan-screens.tsx';

export type OfferedTier = Exclude<Tier, 'elevated' | 'unknown'>;

const audiences: Record<OfferedTier, string> = {
  indie: texts.forYourFirstGame,
  pro: texts.forCreatorsWithSeveralGames,
  'pro-plus': texts.forStudiosWithManyGames,
  enterprise: texts.forCataloguesClassesAndPublishers,
};

interface PlanCardProps {
  tier: OfferedTier;
  current: boolean;
  /** Formatted, such as 'Free' or '$19.99'. */
  price: string;
  /** Trial days of the first paid plan; 0 is none. Undefined: not known yet. */
  trialDays: number | undefined;
  /** The button, and its note. */
  action: ReactNode;
}

export function PlanCard({ tier, current, price, trialDays, action }: PlanCardProps) {
  const id = useId();
  const { name, maxApps, centsPerMonth } = plans[tier];
  const isPaid = (centsPerMonth ?? 0) > 0;
  return (
    <article aria-labelledby={id} className="relative row-span-5 grid grid-rows-subgrid gap-5 bg-bg p-6">
      {current && <span aria-hidden="true" className="absolute inset-x-0 top-0 h-0.5 bg-ion" />}
      <header className="grid content-start gap-1">
        <div className="flex min-h-7 items-center justify-between gap-2">
          <h3 id={id} className="text-20 font-semibold">
            <bdi>{name}</bdi>
          </h3>
          {current && <Badge tone="accent">{texts.currentPlan}</Badge>}
        </div>
        <p className="text-muted">{audiences[tier]}</p>
      </header>
      <p className="flex items-baseline gap-1.5">
        <span className="text-32 font-semibold tabular-nums">{price}</span>
        {isPaid && <span className="text-muted">{texts.month}</span>}
      </p>
      <PlanScreens lit={maxApps === unlimited ? 'all' : maxApps} />
      <List className="grid content-start gap-2">
        {contentsOf(tier, trialDays ?? 0).map((line) => (
          <li key={line} className="flex gap-2">
            <Check size={16} strokeWidth={1.75} aria-hidden="true" className="mt-1 shrink-0 text-muted" />
            {line}
          </li>
        ))}
        {isPaid && trialDays === undefined && (
          <li aria-hidden="true" className="flex h-5.5 items-center">
            <Skeleton className="h-4 w-48" />
          </li>
        )}
      </List>
      <div className="grid content-end gap-2">{action}</div>
    </article>
  );
}

function contentsOf(tier: OfferedTier, trialDays: number): string[] {
  const { maxApps, maxRevisions, discord, centsPerMonth } = plans[tier];
  return [
    applicationsText(maxApps),
    ...(maxRevisions === unlimited ? [texts.everythingElseOnRequest] : [revisionsText(maxRevisions)]),
    ...(discord ? [texts.discordAccessByInvite] : []),
    ...(centsPerMonth === 0 ? [texts.noCardNoTimeLimit] : []),
    ...((centsPerMonth ?? 0) > 0 && trialDays > 0
      ? [format(texts.countDaysFreeForNewSubscribers, { trialDays })]
      : []),
  ];
}
