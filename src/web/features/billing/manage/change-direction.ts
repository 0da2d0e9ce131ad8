import { type PaidTier, plans, type Tier } from '#shared/billing/plans.ts';
import { texts } from '#web/i18n/en/billing/manage.ts';
import { format } from '#web/i18n/format.ts';

/** Whether the new plan is more expensive. */
export function isUpgrade(from: Tier, to: PaidTier): boolean {
  return (plans[to].centsPerMonth ?? 0) > (plans[from].centsPerMonth ?? Number.POSITIVE_INFINITY);
}

export function changeTitle(from: Tier, to: PaidTier): string {
  return format(isUpgrade(from, to) ? texts.upgradeTo : texts.downgradeTo, { name: plans[to].name });
}

/** The consequence for existing applications under the new limit. */
export function fitText(used: number, limit: number, planName: string): string {
  const have = format(texts.youHaveCountApplicationsAnd, { used, planName, limit });
  if (used < limit) return format(texts.nothingIsDeletedHave, { have });
  const stay = used === 1 ? texts.itStaysPlayable : format(texts.allUsedStayPlayable, { used });
  return format(used > limit ? texts.nothingIsDeletedOverLimit : texts.nothingIsDeletedAtLimit, {
    have,
    stay,
    limit,
  });
}
