import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { ApplicationCard } from '#shared/apps.ts';
import type { CardActions } from '../features/apps/card/actions.ts';
import { useDeleteApp } from '../features/apps/edit/use-delete-app.ts';
import { replaceCard } from '../features/apps/list/cached-lists.ts';
import { ShareDialog } from '../features/share/fetched-share-dialog.tsx';
import { texts } from '../texts/en/pages/home-dialogs.ts';
import { fill } from '../texts/fill.ts';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { laterDialog } from '../ui/later-dialog.tsx';

const EditApplication = laterDialog(
  () => import('./edit-application.tsx'),
  () => texts.editApplication,
);

interface Open {
  what: 'edit' | 'delete' | 'share';
  app: ApplicationCard;
}

/** What the cards ask for, and the dialogs that do it. */
export function useCardDialogs() {
  const [open, setOpen] = useState<Open | null>(null);
  const remove = useDeleteApp();
  const client = useQueryClient();
  const close = () => setOpen(null);
  const changeShareUrl = (app: ApplicationCard, shareUrl: string | null) => {
    const shareLink = shareUrl === null ? ('off' as const) : ('on' as const);
    const changed = { ...app, shareUrl, shareLink };
    replaceCard(client, changed);
    void client.invalidateQueries({ queryKey: ['application', app.id] });
    // By the answer another dialog may be open.
    setOpen((now) => (now?.what === 'share' && now.app.id === app.id ? { ...now, app: changed } : now));
  };
  const actions: CardActions = {
    onEdit: (app) => setOpen({ what: 'edit', app }),
    onDelete: (app) => setOpen({ what: 'delete', app }),
    onShare: (app) => setOpen({ what: 'share', app }),
  };
  const dialogs = (
    <>
      {open?.what === 'edit' && <EditApplication app={open.app} onClose={close} />}
      {open?.what === 'share' && (
        <ShareDialog
          app={open.app}
          onChanged={(shareUrl) => changeShareUrl(open.app, shareUrl)}
          onClose={close}
        />
      )}
      <ConfirmDialog
        open={open?.what === 'delete'}
        title={fill(texts.deleteName, { name: open?.app.name ?? '' })}
        confirmLabel={texts.deleteApplication}
        cancelLabel={texts.keepIt}
        onConfirm={() => {
          if (open) remove.mutate(open.app);
        }}
        onCancel={close}
      >
        {texts.allItsVersionsAndFilesGoFor}
      </ConfirmDialog>
    </>
  );
  return { actions, dialogs };
}
