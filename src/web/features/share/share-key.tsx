import { useState } from 'react';
import { messageOf } from '../../api.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Panel } from '../../ui/panel.tsx';
import { toast } from '../../ui/toast.tsx';
import { useShareKey } from './use-share-key.ts';

interface ShareKeyProps {
  app: { id: string; name: string; shareUrl: string | null };
  onChanged: (shareUrl: string | null) => void;
}

/** Who has the link of a private application may play it; its owner decides which link that is. */
export function ShareKey({ app, onChanged }: ShareKeyProps) {
  const [asks, setAsks] = useState<'renew' | 'off' | null>(null);
  const { renew, switchOff } = useShareKey(app.id, (shareUrl) => {
    toast(shareUrl === null ? 'The share link is off' : 'There is a new share link');
    onChanged(shareUrl);
  });
  const busy = renew.isPending || switchOff.isPending;
  const error = renew.error ?? switchOff.error;
  if (app.shareUrl === null) {
    return (
      <div className="grid gap-3">
        <p className="text-muted">
          The share link is off: nobody comes in by a link. You still open the application by its ordinary
          address.
        </p>
        <Button
          variant="primary"
          disabled={busy}
          onClick={() => renew.mutate()}
          className="justify-self-start"
        >
          Make a share link
        </Button>
        <Failure error={error} />
      </div>
    );
  }
  return (
    <div className="grid gap-3">
      <p className="text-13 text-muted">
        This application is private. Everyone who has the link can play it, until you renew or switch it off.
      </p>
      <div className="flex flex-wrap gap-2">
        <Button disabled={busy} onClick={() => setAsks('renew')}>
          Renew link
        </Button>
        <Button disabled={busy} onClick={() => setAsks('off')}>
          Switch off
        </Button>
      </div>
      <Failure error={error} />
      <ConfirmDialog
        open={asks !== null}
        title={asks === 'off' ? 'Switch off the share link?' : 'Renew the share link?'}
        confirmLabel={asks === 'off' ? 'Switch off' : 'Renew link'}
        cancelLabel="Keep the link"
        onConfirm={() => (asks === 'off' ? switchOff.mutate() : renew.mutate())}
        onCancel={() => setAsks(null)}
      >
        {`Whoever plays ${app.name} by the link of now is stopped, and that link never works again.`}
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
