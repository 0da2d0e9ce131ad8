/**
 * Dialogs, menus and popovers are not part of the first load. They are preloaded when the page is idle, so
 * that they open immediately, even offline.
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
