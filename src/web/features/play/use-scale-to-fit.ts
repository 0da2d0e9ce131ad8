import { type CSSProperties, type RefObject, useLayoutEffect, useState } from 'react';
import type { PageSize } from '#shared/versions/versions.ts';

const phones = /iPhone|iPad|iPod|Android/i;

/**
 * Shows a page that is drawn at a fixed size whole where there is less room than it takes: at the size that it takes, and
 * made smaller to what there is. Nothing where there is room enough.
 * @param room what the frame fills otherwise
 * @returns for the frame
 */
export function useScaleToFit(
  room: RefObject<HTMLElement | null>,
  page: PageSize | null,
): CSSProperties | undefined {
  const [style, setStyle] = useState<CSSProperties>();
  useLayoutEffect(() => {
    const element = room.current;
    if (!element || !page || (page.fillsPhones && phones.test(navigator.userAgent)))
      return setStyle(undefined);
    const measure = () => {
      const { clientWidth: width, clientHeight: height } = element;
      const scale = Math.min(width / page.width, height / page.height);
      setStyle(
        scale > 0 && scale < 1
          ? {
              width: width / scale,
              height: height / scale,
              transform: `scale(${scale})`,
              transformOrigin: '0 0',
              // Where the page reads from right to left, it would be held at the right otherwise.
              right: 'auto',
            }
          : undefined,
      );
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [room, page]);
  return style;
}
