/** As in responses of the API, or in exports of the system before Flux. */
export type DateLike = string | { seconds: number } | { _seconds: number };

/** Milliseconds since 1970 from an ISO string, `{seconds}` or `{_seconds}`; null if missing, NaN if invalid. */
export function toMilliseconds(value: unknown): number | null {
  if (value === null || value === undefined || value === '') return null;
  if (typeof value === 'string') return Date.parse(value);
  const { seconds, _seconds } = value as { seconds?: number; _seconds?: number };
  return (seconds ?? _seconds ?? Number.NaN) * 1000;
}
