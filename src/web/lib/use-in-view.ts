import { useEffect, useRef } from 'react';

/** Calls `onSeen` whenever the element comes within a screen of the viewport. */
export function useInView<T extends Element>(onSeen: () => void) {
  const element = useRef<T>(null);
  const latest = useRef(onSeen);
  useEffect(() => {
    latest.current = onSeen;
  });
  useEffect(() => {
    if (!element.current) return;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) latest.current();
      },
      { rootMargin: '600px 0px' },
    );
    observer.observe(element.current);
    return () => observer.disconnect();
  }, []);
  return element;
}
