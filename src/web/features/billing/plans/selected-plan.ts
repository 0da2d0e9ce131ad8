import type { PaidTier } from '#shared/billing/plans.ts';

/** What can be chosen on the page of the plans. */
export type ChosenTier = 'indie' | PaidTier;

/**
 * Remembers, through a sign-in that leaves the page, that somebody chose a plan before it. The address that the
 * sign-in comes back to must carry the same mark: an address alone could be a link from anywhere, and memory alone
 * would choose after a sign-in that was begun for something else.
 */
const key = 'flux-wanted-plan'; // Outlives a change of account: see browser-storage.ts.

/** As long as a sign-in may take; later it would surprise. */
const lifetimeMilliseconds = 10 * 60_000;

/** @returns the mark for the address to come back to */
export function storeSelectedPlan(tier: ChosenTier): string {
  const mark = String(crypto.getRandomValues(new Uint32Array(1))[0]);
  try {
    sessionStorage.setItem(key, `${mark} ${Date.now()} ${tier}`);
  } catch {
    // Then the person chooses once more after signing in.
  }
  return mark;
}

export function clearSelectedPlan(): void {
  try {
    sessionStorage.removeItem(key);
  } catch {
    // Where nothing can be removed, nothing was kept.
  }
}

/** The plan that was wanted lately, with this mark; asking forgets it. */
export function takeSelectedPlan(mark: string): ChosenTier | null {
  try {
    const [wanted, wantedAt, tier] = (sessionStorage.getItem(key) ?? '').split(' ');
    clearSelectedPlan();
    if (wanted !== mark || Date.now() - Number(wantedAt) >= lifetimeMilliseconds) return null;
    return tier === 'indie' || tier === 'pro' || tier === 'pro-plus' ? tier : null;
  } catch {
    return null;
  }
}
