import { QrCode } from 'lucide-react';
import { useState } from 'react';
import type { Application } from '#shared/apps.ts';
import { texts } from '../../texts/en/share.ts';
import { Button } from '../../ui/button.tsx';
import { ShareDialog } from './fetched-share-dialog.tsx';
import { ShareButton } from './share-button.tsx';

interface ShareControlsProps {
  app: Application;
  onChanged: (shareUrl: string | null) => void;
}

/** Share at once, or see every way to. */
export function ShareControls({ app, onChanged }: ShareControlsProps) {
  const [open, setOpen] = useState(false);
  if (app.shareUrl === null && !app.can.edit) return null;
  return (
    <>
      {app.shareUrl && <ShareButton title={app.name} url={app.shareUrl} />}
      <Button onClick={() => setOpen(true)}>
        <QrCode strokeWidth={1.75} aria-hidden="true" />
        {texts.qrAndEmbed}
      </Button>
      {open && <ShareDialog app={app} onChanged={onChanged} onClose={() => setOpen(false)} />}
    </>
  );
}
