/**
 * Dialogs, menus and small windows are no part of what a page begins with. Once it stands and nothing else is to be
 * done they are fetched, so that what somebody opens opens at once, also after the connection is gone.
 */
export function fetchOverlays(): void {
  const overlays = [
    () => import('../dialogs/dialog-window.tsx'),
    () => import('../dialogs/confirm-window.tsx'),
    () => import('../menus/menu-list.tsx'),
    () => import('../menus/popover-window.tsx'),
  ];
  const fetchAll = () => {
    for (const fetchOne of overlays) fetchOne().catch(() => null);
  };
  const whenIdle = () =>
    'requestIdleCallback' in window ? requestIdleCallback(fetchAll) : setTimeout(fetchAll, 2_000);
  if (document.readyState === 'complete') whenIdle();
  else window.addEventListener('load', whenIdle, { once: true });
}
