import { useEffect, useEffectEvent } from 'react';

declare global {
  interface Window {
    /** Of Chromium; it hears Back on Android, and an Escape that nothing else took. */
    CloseWatcher?: new () => CloseWatcher;
  }
}

interface CloseWatcher {
  onclose: (() => void) | null;
  destroy: () => void;
}

/** How to shut what lies over the page, the highest last. */
const overlays: (() => void)[] = [];
let watcher: CloseWatcher | null = null;

/**
 * One watches for all, and another after it has heard: of watchers that no click came before, browsers let one Back shut
 * several. What asks first, or must be answered, stays and is watched on.
 */
function watch(): void {
  if (!window.CloseWatcher) return;
  watcher = new window.CloseWatcher();
  watcher.onclose = () => {
    watch();
    overlays.at(-1)?.();
  };
}

/**
 * Back on Android shuts the highest of what lies over the page instead of leaving the page. An Escape that Radix hears is
 * prevented by it, and not heard here again.
 * @param shut as Escape would
 */
export function useCloseWatcher(isOpen: boolean, shut: () => void): void {
  const shutNow = useEffectEvent(shut);
  useEffect(() => {
    if (!isOpen) return;
    const overlay = () => shutNow();
    overlays.push(overlay);
    if (!watcher) watch();
    return () => {
      overlays.splice(overlays.indexOf(overlay), 1);
      if (overlays.length > 0) return;
      watcher?.destroy();
      watcher = null;
    };
  }, [isOpen]);
}
