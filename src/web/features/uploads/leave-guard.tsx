import { useEffect, useEffectEvent, useState } from 'react';
import { useNavigate } from 'react-router';
import { uploadLifetimeHours } from '#shared/versions/uploads.ts';
import { texts } from '../../i18n/en/uploads.ts';
import { format } from '../../i18n/format.ts';
import { guardNavigation, isSamePage } from '../../lib/page/navigation-guard.ts';
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx';

/**
 * Asks for confirmation before the page is left: inside the site by its own dialog, for the tab and the
 * address bar by the browser's. Also before a sign-out. The back button does not ask. Received bytes are kept
 * anyway.
 */
export function LeaveGuard() {
  /** The consequence of leaving. */
  const [wanted, setWanted] = useState<(() => void) | null>(null);
  const navigate = useNavigate();
  const ask = useEffectEvent((event: MouseEvent) => {
    const link = followedLink(event);
    if (!link || isSamePage(link.href)) return;
    event.preventDefault();
    event.stopPropagation();
    setWanted(() => () => navigate(link.pathname + link.search + link.hash));
  });
  useEffect(() => {
    const listener = (event: MouseEvent) => ask(event);
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    const unguard = guardNavigation((leave) => setWanted(() => leave));
    window.addEventListener('click', listener, { capture: true });
    window.addEventListener('beforeunload', warn);
    return () => {
      unguard();
      window.removeEventListener('click', listener, { capture: true });
      window.removeEventListener('beforeunload', warn);
    };
  }, []);
  return (
    <ConfirmDialog
      open={wanted !== null}
      title={texts.leaveAndStopTheUpload}
      confirmLabel={texts.leave}
      cancelLabel={texts.keepUploading}
      onConfirm={() => wanted?.()}
      onCancel={() => setWanted(null)}
    >
      {format(texts.theUploadedPartIsKeptFor, { uploadLifetimeHours })}
    </ConfirmDialog>
  );
}

/** The link inside the site that a click follows in this tab; null for every other click. */
function followedLink(event: MouseEvent): HTMLAnchorElement | null {
  if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return null;
  const link = event.target instanceof Element ? event.target.closest('a') : null;
  if (!link || link.target === '_blank' || link.hasAttribute('download')) return null;
  return link.origin === window.location.origin ? link : null;
}
