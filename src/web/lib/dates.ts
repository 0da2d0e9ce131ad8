const day = new Intl.DateTimeFormat('en', { year: 'numeric', month: 'short', day: 'numeric' });

/** Milliseconds since 1970 of an ISO string or of `{seconds}` or `{_seconds}`; null where there is none. */
function toMilliseconds(value: unknown): number | null {
  if (value === null || value === undefined || value === '') return null;
  if (typeof value === 'string') return Date.parse(value);
  const { seconds, _seconds } = value as { seconds?: number; _seconds?: number };
  return (seconds ?? _seconds ?? Number.NaN) * 1000;
}

/** 'Nov 21, 2026'; 'Unknown date' where there is none, 'Invalid date' where it cannot be read. */
export function formatDate(value: unknown): string {
  const milliseconds = toMilliseconds(value);
  if (milliseconds === null) return 'Unknown date';
  return Number.isFinite(milliseconds) ? day.format(milliseconds) : 'Invalid date';
}
