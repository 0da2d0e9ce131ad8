import { formatDate } from '../../lib/format/dates.ts';
import { useHydrated } from '../../lib/session/hydration.ts';

/** A day as the reader's calendar has it: what is drawn before the browser has said where it is follows Greenwich. */
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
