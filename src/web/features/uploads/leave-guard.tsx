import { useBeforeUnload, useBlocker } from 'react-router';
import { uploadLifetimeHours } from '#shared/uploads.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';

/** Asks before a page that is sending is left, inside the site and out of it. */
export function LeaveGuard({ active }: { active: boolean }) {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => active && currentLocation.pathname !== nextLocation.pathname,
  );
  useBeforeUnload((event) => {
    if (active) event.preventDefault();
  });
  return (
    <ConfirmDialog
      open={blocker.state === 'blocked'}
      title="Leave and stop the upload?"
      confirmLabel="Leave"
      cancelLabel="Keep uploading"
      onConfirm={() => blocker.proceed?.()}
      onCancel={() => blocker.reset?.()}
    >
      {`What has arrived is kept for ${uploadLifetimeHours} hours. Come back and choose the same file to continue.`}
    </ConfirmDialog>
  );
}
