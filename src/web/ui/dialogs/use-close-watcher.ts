import { useEffect, useEffectEvent } from 'react';

declare global {
  interface Window {
    /** In Chromium; it receives Back on Android, and an unhandled Escape. */
    CloseWatcher?: new () => CloseWatcher;
  }
}

interface CloseWatcher {
  onclose: (() => void) | null;
  destroy: () => void;
}

/** The close functions of the open dialogs and menus, topmost last. */
const overlays: (() => void)[] = [];
let watcher: CloseWatcher | null = null;

/**
 * One watcher serves all, and is recreated after each event: of watchers without user activation, browsers
 * let one Back close several. A dialog that asks first, or requires an answer, stays and is watched again.
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
 * Back on Android closes the topmost dialog or menu instead of leaving the page. An Escape that Radix handles
 * is prevented and not handled here again.
 * @param shut the same as Escape
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
