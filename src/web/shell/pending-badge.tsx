import { cn } from '../lib/cn.ts';

interface PendingBadgeProps {
  count: number;
  /** The meaning of the number, for screen readers. */
  text: string;
  className: string;
}

/** The number of pending items at a destination. */
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
