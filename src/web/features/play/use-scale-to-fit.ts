import { type CSSProperties, type RefObject, useLayoutEffect, useState } from 'react';
import type { PageSize } from '#shared/versions/versions.ts';

const phones = /iPhone|iPad|iPod|Android/i;

/**
 * Scales down a page of a fixed size that is larger than its space. Does nothing if there is enough space.
 * @param room the default size of the frame
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
              // In right-to-left pages it would otherwise be anchored at the right.
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
