/** Unlimited. */
export const unlimited = -1;

export const tiers = ['indie', 'pro', 'pro-plus', 'enterprise', 'elevated', 'unknown'] as const;
export type Tier = (typeof tiers)[number];
/** The purchasable plans. */
export type PaidTier = Extract<Tier, 'pro' | 'pro-plus'>;

interface Plan {
  name: string;
  /** US cents; null if the price is negotiated, or if the plan is not for sale. */
  centsPerMonth: number | null;
  maxApps: number;
  maxRevisions: number;
  /** Whether it includes an invitation to the Discord server. */
  discord: boolean;
}

/** `unknown` is the tier of an unconfigured price. It allows nothing until it is configured. */
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

/** The limits of a tier, as stored with a subscription. */
export function planLimits(tier: Tier) {
  const { name, maxApps, maxRevisions } = plans[tier];
  return { maxApplications: maxApps, maxRevisionsPerApp: maxRevisions, planName: name };
}

const chosenTiers: readonly Tier[] = ['indie', 'pro', 'pro-plus'];

/**
 * Whether a plan with a higher limit exists. For Enterprise that holds for applications only: everything else
 * is negotiated.
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
