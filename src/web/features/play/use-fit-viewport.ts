import { type RefObject, useEffect } from 'react';

/**
 * Brings the stage whole into view where it is as high as the screen: as it comes, and as the phone is turned. Whoever has
 * gone on to what is below it stays there.
 */
export function useFitViewport(stage: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    // Where the stage takes the whole height, as the styles have it (src/web/styles.css).
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
