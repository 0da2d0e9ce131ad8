import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { uploadLifetimeHours } from '#shared/uploads.ts';
import { texts } from '../../texts/en/uploads.ts';
import { fill } from '../../texts/fill.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';

/**
 * Asks, while it is there, before the page is left: by a link of the site here, by the tab or the address in the
 * browser's own words. The back button does not ask; what has arrived is kept in any case.
 */
export function LeaveGuard() {
  const [wanted, setWanted] = useState<string | null>(null);
  const navigate = useNavigate();
  useEffect(() => {
    const ask = (event: MouseEvent) => {
      const address = leavingFor(event);
      if (address === null) return;
      event.preventDefault();
      event.stopPropagation();
      setWanted(address);
    };
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('click', ask, { capture: true });
    window.addEventListener('beforeunload', warn);
    return () => {
      window.removeEventListener('click', ask, { capture: true });
      window.removeEventListener('beforeunload', warn);
    };
  }, []);
  return (
    <ConfirmDialog
      open={wanted !== null}
      title={texts.leaveAndStopTheUpload}
      confirmLabel={texts.leave}
      cancelLabel={texts.keepUploading}
      onConfirm={() => wanted !== null && navigate(wanted)}
      onCancel={() => setWanted(null)}
    >
      {fill(texts.whatHasArrivedIsKeptFor, { uploadLifetimeHours })}
    </ConfirmDialog>
  );
}

/** Where a click leads inside the site, away from this page and in this tab; null for every other click. */
function leavingFor(event: MouseEvent): string | null {
  if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return null;
  const link = event.target instanceof Element ? event.target.closest('a') : null;
  if (!link || link.target === '_blank' || link.origin !== window.location.origin) return null;
  return link.pathname === window.location.pathname ? null : link.pathname + link.search;
}
