const dayMilliseconds = 86_400_000;

/** The UTC day of a time, such as `2026-11-22`. */
export function dayOf(moment: Date): string {
  return moment.toISOString().slice(0, 10);
}

/** So many days, the oldest first. */
export function daysEndingAt(last: string, count: number): string[] {
  const end = Date.parse(`${last}T00:00:00Z`);
  return Array.from({ length: count }, (_, index) =>
    dayOf(new Date(end - (count - 1 - index) * dayMilliseconds)),
  );
}
