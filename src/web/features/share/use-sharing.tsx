import { useState } from 'react';
import type { Application } from '#shared/apps/apps.ts';
import type { Sharing } from '../../lib/page/sharing.ts';
import { ShareDialog } from './lazy-share-dialog.tsx';
import { ShareButton } from './share-button.tsx';

/** The controls to share an application, for the page to place. */
export function useSharing(app: Application, onChanged: (shareUrl: string | null) => void): Sharing {
  const [open, setOpen] = useState(false);
  const mayShare = app.shareUrl !== null || app.can.edit;
  return {
    button: app.shareUrl && <ShareButton title={app.name} url={app.shareUrl} />,
    onShowAll: mayShare ? () => setOpen(true) : null,
    dialog: open && mayShare && (
      <ShareDialog app={app} onChanged={onChanged} onClose={() => setOpen(false)} />
    ),
  };
}
