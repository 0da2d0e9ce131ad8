import type { PaidTier } from '#shared/billing/plans.ts';

/** The plans of the plans page. */
export type ChosenTier = 'indie' | PaidTier;

/**
 * Remembers a plan that was chosen before a sign-in by redirect. The return address must have the same token:
 * the address alone could be any link, and the memory alone would apply to a later, unrelated sign-in.
 */
const key = 'flux-wanted-plan'; // Survives a change of account: see browser-storage.ts.

/** The maximum duration of a sign-in. Later the purchase would be a surprise. */
const lifetimeMilliseconds = 10 * 60_000;

/** @returns the token for the return address */
export function storeSelectedPlan(tier: ChosenTier): string {
  const mark = String(crypto.getRandomValues(new Uint32Array(1))[0]);
  try {
    sessionStorage.setItem(key, `${mark} ${Date.now()} ${tier}`);
  } catch {
    // Then the user has to choose again after signing in.
  }
  return mark;
}

export function clearSelectedPlan(): void {
  try {
    sessionStorage.removeItem(key);
  } catch {
    // If nothing can be removed, nothing was stored.
  }
}

/** Returns the recently chosen plan with this token, and removes it. */
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
