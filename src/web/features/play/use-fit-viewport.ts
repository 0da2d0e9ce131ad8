import { type RefObject, useEffect } from 'react';

/**
 * Scrolls the stage into view if it is as high as the screen: at the start, and when the phone is rotated.
 * Users who have scrolled past the stage stay there.
 */
export function useFitViewport(stage: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    // The condition under which the stage has the full height in the styles (src/web/styles.css).
    const short = window.matchMedia('(height < 32rem) and (orientation: landscape)');
    const show = () => {
      const bounds = stage.current?.getBoundingClientRect();
      if (short.matches && bounds && bounds.bottom > 0 && bounds.top < window.innerHeight)
        stage.current?.scrollIntoView({ block: 'center' });
    };
    show();
    short.addEventListener('change', show);
    return () => short.removeEventListener('change', show);
  }, [stage]);
}
