import { type PaidTier, plans, type Tier } from '#shared/plans.ts';
import { counted } from '../../../lib/counted.ts';

/** Whether a change leads to a dearer plan. */
export function isUpgrade(from: Tier, to: PaidTier): boolean {
  return (plans[to].centsPerMonth ?? 0) > (plans[from].centsPerMonth ?? Number.POSITIVE_INFINITY);
}

export function changeTitle(from: Tier, to: PaidTier): string {
  return `${isUpgrade(from, to) ? 'Upgrade' : 'Downgrade'} to ${plans[to].name}`;
}

/** What becomes of the applications somebody has, in a plan that allows so many. */
export function fitText(used: number, limit: number, planName: string): string {
  const have = `You have ${counted(used, 'application')} and ${planName} allows ${limit}.`;
  if (used < limit) return `Nothing is deleted. ${have}`;
  const stay = used === 1 ? 'It stays playable' : `All ${used} stay playable`;
  return `Nothing is deleted. ${have} ${stay}, and you can add one again when you have fewer than ${limit}.`;
}
