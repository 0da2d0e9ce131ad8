import type { ReactNode } from 'react';
import { cn } from '../../lib/cn.ts';

interface ScrollRegionProps {
  label: string;
  /** Its height, or maximum height. */
  className: string;
  /** Its background. */
  on: 'surface' | 'page';
  children: ReactNode;
}

const grounds = { surface: 'after:from-surface', page: 'after:from-bg' };

/**
 * A scrollable region within a page or dialog. It fades at the bottom if there is more. Otherwise a region
 * that ends at a row's border would look complete.
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
