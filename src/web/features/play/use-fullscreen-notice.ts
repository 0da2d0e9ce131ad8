import { type RefObject, useEffect, useEffectEvent } from 'react';
import type { FullscreenNotice } from '#shared/apps/themes.ts';

/**
 * Tells the page in the frame when the frame fills the screen. A window that somebody made fullscreen looks the same from
 * in there.
 * @param isWanted a page of Flux's own is in it; a creator's would not know what to make of it
 * @returns for a page that has just loaded
 */
export function useFullscreenNotice(
  frame: RefObject<HTMLIFrameElement | null>,
  isWanted: boolean,
): () => void {
  const tell = () => {
    if (!isWanted || !frame.current) return;
    const notice: FullscreenNotice = {
      kind: 'flux:fullscreen',
      isFullscreen: document.fullscreenElement === frame.current,
    };
    // There is nothing secret in it, and an opaque origin cannot be named.
    frame.current.contentWindow?.postMessage(notice, '*');
  };
  const tellChange = useEffectEvent(tell);
  useEffect(() => {
    const listener = () => tellChange();
    document.addEventListener('fullscreenchange', listener);
    return () => document.removeEventListener('fullscreenchange', listener);
  }, []);
  return tell;
}
