/** As the API answers it, or as exports of the system before Flux held it. */
export type DateLike = string | { seconds: number } | { _seconds: number };

/** Milliseconds since 1970 of an ISO string or of `{seconds}` or `{_seconds}`; null where there is none, NaN where it cannot be read. */
export function toMilliseconds(value: unknown): number | null {
  if (value === null || value === undefined || value === '') return null;
  if (typeof value === 'string') return Date.parse(value);
  const { seconds, _seconds } = value as { seconds?: number; _seconds?: number };
  return (seconds ?? _seconds ?? Number.NaN) * 1000;
}
