import { useEffect, useRef } from 'react';

/**
 * Calls `onSeen` whenever the element comes within a screen of the viewport.
 * @param looks false while it is not needed; once true, an element in the area counts immediately
 */
export function useInView<T extends Element>(looks: boolean, onSeen: () => void) {
  const element = useRef<T>(null);
  const latest = useRef(onSeen);
  useEffect(() => {
    latest.current = onSeen;
  });
  useEffect(() => {
    if (!looks || !element.current) return;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) latest.current();
      },
      // Without this root, a frame would apply the margin to its top window, without effect inside the frame.
      { root: document, rootMargin: '600px 0px' },
    );
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [looks]);
  return element;
}
