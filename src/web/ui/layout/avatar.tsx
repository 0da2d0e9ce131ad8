import { cn } from '../../lib/cn.ts';

interface AvatarProps {
  name: string;
  large?: boolean;
}

/** The initial of a user; the name is beside it. */
export function Avatar({ name, large }: AvatarProps) {
  return (
    <span
      aria-hidden="true"
      className={cn(
        'grid shrink-0 place-items-center rounded-full bg-raised font-semibold text-text ring-1 ring-line ring-inset select-none',
        large ? 'size-9 text-14' : 'size-7 text-12',
      )}
    >
      {[...name.trim()][0]?.toUpperCase()}
    </span>
  );
}
