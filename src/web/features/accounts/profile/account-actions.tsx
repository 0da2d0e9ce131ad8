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
import { useDownloadData, useHoldings } from '../own-data/use-own-data.ts';
import { IdentitiesSection } from './identities-section.tsx';
import { useRemoveIdentity } from './use-profile.ts';

interface AccountActionsProps {
  user: User;
  session: Session;
  onDeleted: () => void;
}

const removal = 'remove ';

/** What only the person themselves may do, and not whoever finds their browser open: each needs a fresh sign-in. */
export function AccountActions({ user, session, onDeleted }: AccountActionsProps) {
  const [deleting, setDeleting] = useState(false);
  const holdings = useHoldings();
  const remove = useRemoveIdentity();
  const download = useDownloadData();
  const fresh = useFreshSignIn((wanted) => {
    if (wanted === 'download') downloadData();
    if (wanted === 'delete') setDeleting(true);
    // A window to a provider opens by a click alone, so what was to be added is chosen once more.
    if (wanted === 'add') toast(texts.confirmedPleaseChooseAgainWhatTo);
    if (wanted.startsWith(removal)) removeIdentity(wanted.slice(removal.length));
  });

  /** What was refused because the sign-in went stale meanwhile goes on after another one. */
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
        holdings={holdings.data}
        busy={fresh.asking === 'download' || download.isPending}
        onDownload={() => void fresh.require('download')}
      />
      <DeleteSection
        problem={holdings.data ? deletionBlocker(holdings.data) : null}
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
          holdings={holdings.data}
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
