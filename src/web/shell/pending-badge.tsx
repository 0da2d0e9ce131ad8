import { cn } from '../lib/cn.ts';

interface PendingBadgeProps {
  count: number;
  /** What the number means, for those who hear the page. */
  text: string;
  className: string;
}

/** A quiet number at a destination where something waits for an answer. */
export function PendingBadge({ count, text, className }: PendingBadgeProps) {
  return (
    <span
      title={text}
      className={cn(
        'grid h-4 min-w-4 place-items-center rounded-full bg-ion px-1 text-12 leading-none font-semibold text-on-ion tabular-nums',
        className,
      )}
    >
      <span aria-hidden="true">{count > 9 ? '9+' : count}</span>
      <span className="sr-only">{text}</span>
    </span>
  );
}
