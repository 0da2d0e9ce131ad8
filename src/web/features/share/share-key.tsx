import { useState } from 'react';
import type { ApplicationCard } from '#shared/apps/apps.ts';
import { messageOf } from '../../api.ts';
import { texts } from '../../i18n/en/share.ts';
import { format } from '../../i18n/format.ts';
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx';
import { Button } from '../../ui/forms/button.tsx';
import { Panel } from '../../ui/layout/panel.tsx';
import { toast } from '../../ui/loading/toast.tsx';
import { pausedLinkText } from './paused-link-text.ts';
import { useShareKey } from './use-share-key.ts';

export type SharedApp = Pick<
  ApplicationCard,
  | 'id'
  | 'name'
  | 'deviceAccess'
  | 'isPublic'
  | 'isOffline'
  | 'takenDown'
  | 'wantsPublic'
  | 'shareUrl'
  | 'shareLink'
  | 'can'
>;

interface ShareKeyProps {
  app: SharedApp;
  onChanged: (shareUrl: string | null) => void;
}

/** Anyone with the link of a private application may play it; its owner controls the link. */
export function ShareKey({ app, onChanged }: ShareKeyProps) {
  const [asks, setAsks] = useState<'renew' | 'off' | null>(null);
  const { renew, switchOff } = useShareKey(app.id, (shareUrl) => {
    toast(shareUrl === null ? texts.theShareLinkIsOff : texts.thereIsANewShareLink);
    onChanged(shareUrl);
  });
  const busy = renew.isPending || switchOff.isPending;
  const error = renew.error ?? switchOff.error;
  if (app.shareLink === 'off') {
    return (
      <div className="grid gap-3">
        <p className="text-muted">{texts.theShareLinkIsOffAndOpensNothing}</p>
        {app.can.share ? (
          <Button
            variant="primary"
            disabled={busy}
            onClick={() => renew.mutate()}
            className="justify-self-start"
          >
            {texts.createAShareLink}
          </Button>
        ) : (
          <p className="text-muted">{pausedLinkText(app).none}</p>
        )}
        <Failure error={error} />
      </div>
    );
  }
  const sleeps = app.shareLink === 'sleeping';
  return (
    <div className="grid gap-3">
      {sleeps ? (
        <p className="text-muted">{pausedLinkText(app).sleeps}</p>
      ) : (
        <p className="text-13 text-muted">{texts.thisApplicationIsPrivateEveryone}</p>
      )}
      <div className="flex flex-wrap gap-2 empty:hidden">
        {app.can.share && (
          <Button disabled={busy} onClick={() => setAsks('renew')}>
            {texts.renewLink}
          </Button>
        )}
        {/* A public application opens by its own address, regardless of its link. */}
        {!app.wantsPublic && (
          <Button disabled={busy} onClick={() => setAsks('off')}>
            {texts.switchOff}
          </Button>
        )}
      </div>
      <Failure error={error} />
      <ConfirmDialog
        open={asks !== null}
        title={asks === 'off' ? texts.switchOffTheShareLink : texts.renewTheShareLink}
        confirmLabel={asks === 'off' ? texts.switchOff : texts.renewLink}
        cancelLabel={texts.keepTheLink}
        onConfirm={() => (asks === 'off' ? switchOff.mutate() : renew.mutate())}
        onCancel={() => setAsks(null)}
      >
        {format(texts.anyonePlayingNameIsDisconnected, { name: app.name })}
      </ConfirmDialog>
    </div>
  );
}

function Failure({ error }: { error: unknown }) {
  if (!error) return null;
  return (
    <Panel tone="danger" role="alert">
      {messageOf(error)}
    </Panel>
  );
}
