import { useState } from 'react';
import type { Identity, Session, User } from '#shared/accounts/accounts.ts';
import { ApiError, messageOf } from '#web/api.ts';
import { texts } from '#web/i18n/en/accounts/profile.ts';
import { toast } from '#web/ui/loading/toast.tsx';
import { ConfirmIdentity } from '../fresh-sign-in/confirm-identity.tsx';
import { useFreshSignIn } from '../fresh-sign-in/use-fresh-sign-in.ts';
import { DataSection } from '../own-data/data-section.tsx';
import { DeleteDialog } from '../own-data/delete-dialog.tsx';
import { DeleteSection } from '../own-data/delete-section.tsx';
import { deletionBlocker } from '../own-data/owned-content-text.ts';
import { useDownloadData, useOwnedContent } from '../own-data/use-own-data.ts';
import { IdentitiesSection } from './identities-section.tsx';
import { useRemoveIdentity } from './use-profile.ts';

interface AccountActionsProps {
  user: User;
  session: Session;
  onDeleted: () => void;
}

const removal = 'remove ';

/** Actions that need a fresh sign-in, so that a person at an unlocked browser cannot run them. */
export function AccountActions({ user, session, onDeleted }: AccountActionsProps) {
  const [deleting, setDeleting] = useState(false);
  const ownedContent = useOwnedContent();
  const remove = useRemoveIdentity();
  const download = useDownloadData();
  const fresh = useFreshSignIn((wanted) => {
    if (wanted === 'download') downloadData();
    if (wanted === 'delete') setDeleting(true);
    // Browsers open a window only after a click, so the user has to choose the method again.
    if (wanted === 'add') toast(texts.confirmedPleaseChooseAgainWhatTo);
    if (wanted.startsWith(removal)) removeIdentity(wanted.slice(removal.length));
  });

  /** An action that was refused for a stale sign-in continues after a new one. */
  const tellOrConfirm = (wanted: string) => (error: unknown) => {
    if (error instanceof ApiError && error.code === 'fresh_sign_in_required') fresh.confirm(wanted);
    else toast(messageOf(error), { failed: true });
  };
  const downloadData = () =>
    download.mutate(undefined, {
      onSuccess: () => toast(texts.yourDownloadHasStartedItMayTakeA),
      onError: tellOrConfirm('download'),
    });
  const removeIdentity = (id: string) =>
    remove.mutate(id, {
      onSuccess: () => toast(texts.signInMethodRemovedYouCanNo),
      onError: tellOrConfirm(removal + id),
    });
  return (
    <>
      <IdentitiesSection
        session={session}
        onRemove={({ id }: Identity) => void fresh.require(removal + id)}
        onStale={() => fresh.confirm('add')}
      />
      <DataSection
        ownedContent={ownedContent.data}
        busy={fresh.asking === 'download' || download.isPending}
        onDownload={() => void fresh.require('download')}
      />
      <DeleteSection
        problem={ownedContent.data ? deletionBlocker(ownedContent.data) : null}
        onDelete={() => void fresh.require('delete')}
      />
      {fresh.waiting !== null && (
        <ConfirmIdentity
          session={session}
          error={fresh.error}
          busy={fresh.busy}
          onChoose={fresh.choose}
          onClose={fresh.cancel}
        />
      )}
      {deleting && (
        <DeleteDialog
          user={user}
          ownedContent={ownedContent.data}
          onDeleted={onDeleted}
          onStale={() => {
            setDeleting(false);
            fresh.confirm('delete');
          }}
          onClose={() => setDeleting(false)}
        />
      )}
    </>
  );
}
