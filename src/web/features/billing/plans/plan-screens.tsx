import { cn } from '#web/lib/cn.ts';

const shown = 12;
/** For a plan without a limit: as many as fit, with a fade. */
const many = 30;

/**
 * Illustrates a plan by a wall of screens, one lit for each permitted application. Decorative: the list below
 * has the same facts.
 */
export function PlanScreens({ lit }: { lit: number | 'all' }) {
  const all = lit === 'all';
  return (
    <div
      aria-hidden="true"
      className={cn(
        'grid max-w-72 gap-1',
        all ? 'grid-cols-10 mask-[linear-gradient(100deg,black_35%,transparent)]' : 'grid-cols-6',
      )}
    >
      {Array.from({ length: all ? many : shown }, (_, index) => (
        <span
          // biome-ignore lint/suspicious/noArrayIndexKey: the screens are alike and never move
          key={index}
          className={cn(
            'aspect-4/3 rounded-[3px] forced-colors:forced-color-adjust-none',
            all || index < lit
              ? 'bg-ion forced-colors:bg-[CanvasText]'
              : 'bg-raised ring-1 ring-line ring-inset forced-colors:border forced-colors:border-[CanvasText] forced-colors:bg-[Canvas]',
          )}
        />
      ))}
    </div>
  );
}
