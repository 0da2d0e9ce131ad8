import { toMilliseconds } from '#shared/dates.ts';

const day = new Intl.DateTimeFormat('en', { year: 'numeric', month: 'short', day: 'numeric' });

/** 'Nov 21, 2026'; 'Unknown date' where there is none, 'Invalid date' where it cannot be read. */
export function formatDate(value: unknown): string {
  const milliseconds = toMilliseconds(value);
  if (milliseconds === null) return 'Unknown date';
  return Number.isFinite(milliseconds) ? day.format(milliseconds) : 'Invalid date';
}
