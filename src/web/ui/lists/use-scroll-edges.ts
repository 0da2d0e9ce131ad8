import { type RefObject, useEffect } from 'react';

/**
 * Marks a horizontally scrolling row with `data-more-before` and `data-more-after` while there is more on
 * that side. `fade-edges` in `styles.css` fades it out there.
 */
export function useScrollEdges(line: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = line.current;
    if (!element) return;
    const mark = () => {
      // Negative in right-to-left rows.
      const before = Math.abs(element.scrollLeft);
      const after = element.scrollWidth - element.clientWidth - before;
      element.toggleAttribute('data-more-before', before > 1);
      element.toggleAttribute('data-more-after', after > 1);
    };
    mark();
    element.addEventListener('scroll', mark, { passive: true });
    const observer = new ResizeObserver(mark);
    observer.observe(element);
    // Its content grows, for example by a number that loads late.
    for (const item of element.children) observer.observe(item);
    return () => {
      element.removeEventListener('scroll', mark);
      observer.disconnect();
    };
  }, [line]);
}
