import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { ApplicationCard } from '#shared/apps/apps.ts';
import { useDeleteApp } from '../../features/apps/edit/use-delete-app.ts';
import { replaceCard } from '../../features/apps/list/cached-lists.ts';
import { ShareDialog } from '../../features/share/lazy-share-dialog.tsx';
import { texts } from '../../i18n/en/pages/card-dialogs.ts';
import { format } from '../../i18n/format.ts';
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx';
import { EditApplication } from '../apps/lazy-edit-application.tsx';

/** The action of a card. */
export interface CardRequest {
  what: 'edit' | 'delete' | 'share';
  app: ApplicationCard;
}

export interface CardDialogsProps {
  request: CardRequest;
  onClose: () => void;
}

/** The dialog of a card's action. */
export default function CardDialogs({ request: { what, app }, onClose }: CardDialogsProps) {
  if (what === 'edit') return <EditApplication app={app} onClose={onClose} />;
  if (what === 'share') return <Share app={app} onClose={onClose} />;
  return <Delete app={app} onClose={onClose} />;
}

interface DialogProps {
  app: ApplicationCard;
  onClose: () => void;
}

function Share({ app, onClose }: DialogProps) {
  const client = useQueryClient();
  const [shown, setShown] = useState(app);
  const change = (shareUrl: string | null) => {
    const changed: ApplicationCard = { ...shown, shareUrl, shareLink: shareUrl === null ? 'off' : 'on' };
    replaceCard(client, changed);
    void client.invalidateQueries({ queryKey: ['application', app.id] });
    setShown(changed);
  };
  return <ShareDialog app={shown} onChanged={change} onClose={onClose} />;
}

function Delete({ app, onClose }: DialogProps) {
  const remove = useDeleteApp();
  return (
    <ConfirmDialog
      open
      title={format(texts.deleteName, { name: app.name })}
      confirmLabel={texts.deleteApplication}
      cancelLabel={texts.keepIt}
      onConfirm={() => remove.mutate(app)}
      onCancel={onClose}
    >
      {texts.allItsVersionsAndFilesGoFor}
    </ConfirmDialog>
  );
}
