import { formatDate } from '../../lib/format/dates.ts';
import { useHydrated } from '../../lib/session/hydration.ts';

/** A day in the user's time zone. Server-side rendering uses UTC, because the time zone is unknown. */
export function Day({ of, className }: { of: string; className?: string }) {
  const text = useHydrated(
    () => formatDate(of),
    () => formatDate(of, 'UTC'),
  );
  return (
    <time dateTime={of} className={className}>
      {text}
    </time>
  );
}
