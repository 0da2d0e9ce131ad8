import { useState } from 'react';
import { messageOf } from '../../api.ts';
import { texts } from '../../texts/en/share.ts';
import { fill } from '../../texts/fill.ts';
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
    toast(shareUrl === null ? texts.theShareLinkIsOff : texts.thereIsANewShareLink);
    onChanged(shareUrl);
  });
  const busy = renew.isPending || switchOff.isPending;
  const error = renew.error ?? switchOff.error;
  if (app.shareUrl === null) {
    return (
      <div className="grid gap-3">
        <p className="text-muted">{texts.theShareLinkIsOffNobodyComes}</p>
        <Button
          variant="primary"
          disabled={busy}
          onClick={() => renew.mutate()}
          className="justify-self-start"
        >
          {texts.makeAShareLink}
        </Button>
        <Failure error={error} />
      </div>
    );
  }
  return (
    <div className="grid gap-3">
      <p className="text-13 text-muted">{texts.thisApplicationIsPrivateEveryone}</p>
      <div className="flex flex-wrap gap-2">
        <Button disabled={busy} onClick={() => setAsks('renew')}>
          {texts.renewLink}
        </Button>
        <Button disabled={busy} onClick={() => setAsks('off')}>
          {texts.switchOff}
        </Button>
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
        {fill(texts.whoeverPlaysNameByTheLinkOf, { name: app.name })}
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
