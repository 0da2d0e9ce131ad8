import type { ReactNode } from 'react';
import { cn } from '../../lib/cn.ts';

interface ScrollRegionProps {
  label: string;
  /** How high it is, or may become. */
  className: string;
  /** What it lies on. */
  on: 'surface' | 'page';
  children: ReactNode;
}

const grounds = { surface: 'after:from-surface', page: 'after:from-bg' };

/**
 * What scrolls by itself within a page or a dialog. It fades out where there is more below, or a region that happens to
 * end on the border of a row would look as if that row were the last.
 */
export function ScrollRegion({ label, className, on, children }: ScrollRegionProps) {
  return (
    <section
      aria-label={label}
      // It can be scrolled by keyboard: what is in it takes the focus, and the region itself where nothing does.
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reached by the keyboard
      tabIndex={0}
      className={cn(
        'scroll-pb-8 overflow-y-auto overscroll-contain after:pointer-events-none after:sticky after:bottom-0 after:z-1 after:block after:h-8 after:bg-linear-to-t after:to-transparent',
        grounds[on],
        className,
      )}
    >
      {children}
    </section>
  );
}
