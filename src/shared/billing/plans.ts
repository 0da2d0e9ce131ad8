/** In a limit: as many as one likes. */
export const unlimited = -1;

export const tiers = ['indie', 'pro', 'pro-plus', 'enterprise', 'elevated', 'unknown'] as const;
export type Tier = (typeof tiers)[number];
/** What somebody can buy. */
export type PaidTier = Extract<Tier, 'pro' | 'pro-plus'>;

interface Plan {
  name: string;
  /** US cents; null where the price is agreed on, or where the plan is not for sale. */
  centsPerMonth: number | null;
  maxApps: number;
  maxRevisions: number;
  /** Whether an invitation to the Discord server comes with it. */
  discord: boolean;
}

/** `unknown` is what a price that nobody configured leads to: it allows nothing until somebody does. */
export const plans: Record<Tier, Plan> = {
  indie: { name: 'Indie', centsPerMonth: 0, maxApps: 1, maxRevisions: 3, discord: false },
  pro: { name: 'Pro', centsPerMonth: 1999, maxApps: 3, maxRevisions: 3, discord: true },
  'pro-plus': { name: 'Pro+', centsPerMonth: 9999, maxApps: 12, maxRevisions: 3, discord: true },
  enterprise: {
    name: 'Enterprise',
    centsPerMonth: null,
    maxApps: unlimited,
    maxRevisions: unlimited,
    discord: false,
  },
  elevated: {
    name: 'Elevated',
    centsPerMonth: null,
    maxApps: unlimited,
    maxRevisions: unlimited,
    discord: false,
  },
  unknown: { name: 'Unknown', centsPerMonth: null, maxApps: 0, maxRevisions: 0, discord: false },
};

export interface TierLimits {
  tier: Tier;
  /** -1 is unlimited, 0 is none. */
  maxApps: number;
  maxRevisions: number;
}

export function tierLimits(tier: Tier): TierLimits {
  const { maxApps, maxRevisions } = plans[tier];
  return { tier, maxApps, maxRevisions };
}

/** The limits of a tier as a subscription carries them. */
export function planLimits(tier: Tier) {
  const { name, maxApps, maxRevisions } = plans[tier];
  return { maxApplications: maxApps, maxRevisionsPerApp: maxRevisions, planName: name };
}

const chosenTiers: readonly Tier[] = ['indie', 'pro', 'pro-plus'];

/**
 * Whether there is a plan that promises more than a limit allows. Enterprise does so of applications alone: all else in it
 * is agreed on by request.
 */
export function isMoreOffered(of: 'maxApps' | 'maxRevisions', limit: number): boolean {
  const offered = of === 'maxApps' ? [...chosenTiers, 'enterprise' as const] : chosenTiers;
  return offered.some((tier) => plans[tier][of] === unlimited || plans[tier][of] > limit);
}

/** Whether these limits allow any application at all. */
export function canCreateApp({ maxApps }: TierLimits): boolean {
  return allowsAny(maxApps);
}

/** Whether these limits allow any revision at all. */
export function canCreateRevision({ maxRevisions }: TierLimits): boolean {
  return allowsAny(maxRevisions);
}

function allowsAny(limit: number): boolean {
  return limit === unlimited || limit > 0;
}
