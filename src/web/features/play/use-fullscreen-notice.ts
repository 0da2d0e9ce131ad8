import { type RefObject, useEffect, useEffectEvent } from 'react';
import type { FullscreenNotice } from '#shared/apps/themes.ts';

/**
 * Tells the page in the frame when the frame is fullscreen. From inside, a fullscreen window looks the same.
 * @param isWanted a page of Flux's own is in it; a creator's page would not understand the message
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
    // The message contains no secret, and an opaque origin cannot be a target.
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
