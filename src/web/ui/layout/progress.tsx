import { Progress as Primitive } from 'radix-ui';

interface ProgressProps {
  label: string;
  /** 0 to 100; null if unknown. */
  percent: number | null;
}

/** Unknown progress is striped: a full, static bar would mean completion. */
export function Progress({ label, percent }: ProgressProps) {
  return (
    <Primitive.Root
      value={percent}
      aria-label={label}
      className="relative h-2 w-full overflow-hidden rounded-full bg-raised ring-1 ring-line ring-inset forced-colors:border"
    >
      <Primitive.Indicator
        className="h-full rounded-full bg-ion forced-colors:bg-[Highlight] transition-[width] duration-200 data-[state=indeterminate]:animate-shimmer data-[state=indeterminate]:mask-[repeating-linear-gradient(-45deg,black_0_6px,transparent_6px_12px)]"
        style={{ width: percent === null ? '100%' : `${percent}%` }}
      />
    </Primitive.Root>
  );
}
