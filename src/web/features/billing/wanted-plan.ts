/**
 * Remembers, through a sign-in that leaves the page, that somebody chose the free plan before it. An address could
 * not say so: then a link from anywhere would choose for whoever follows it.
 */
const key = 'flux-wanted-plan';

/** As long as a sign-in may take; later it would surprise. */
const lifetimeMilliseconds = 10 * 60_000;

export function rememberWantedPlan(): void {
  try {
    sessionStorage.setItem(key, String(Date.now()));
  } catch {
    // Then the person chooses once more after signing in.
  }
}

/** Whether it was wanted lately; asking forgets it. */
export function takeWantedPlan(): boolean {
  try {
    const wantedAt = Number(sessionStorage.getItem(key) ?? 0);
    sessionStorage.removeItem(key);
    return Date.now() - wantedAt < lifetimeMilliseconds;
  } catch {
    return false;
  }
}
