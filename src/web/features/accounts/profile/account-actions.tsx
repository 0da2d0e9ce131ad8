import { useState } from 'react';
import type { Identity, Session, User } from '#shared/accounts.ts';
import { exportPath } from '#shared/personal-data.ts';
import { ApiError, messageOf } from '../../../api.ts';
import { toast } from '../../../ui/toast.tsx';
import { ConfirmIdentity } from '../fresh-sign-in/confirm-identity.tsx';
import { useFreshSignIn } from '../fresh-sign-in/use-fresh-sign-in.ts';
import { DataSection } from '../own-data/data-section.tsx';
import { DeleteDialog } from '../own-data/delete-dialog.tsx';
import { DeleteSection } from '../own-data/delete-section.tsx';
import { useHoldings } from '../own-data/use-own-data.ts';
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
  const fresh = useFreshSignIn((wanted) => {
    if (wanted === 'download') download();
    if (wanted === 'delete') setDeleting(true);
    // A window to a provider opens by a click alone, so what was to be added is chosen once more.
    if (wanted === 'add') toast('Confirmed. Choose once more what to add.');
    if (wanted.startsWith(removal)) removeIdentity(wanted.slice(removal.length));
  });

  const removeIdentity = (id: string) =>
    remove.mutate(id, {
      onSuccess: () => toast('It was removed. You can no longer sign in with it.'),
      onError: (error) => {
        if (error instanceof ApiError && error.code === 'fresh_sign_in_required') fresh.confirm(removal + id);
        else toast(messageOf(error), { failed: true });
      },
    });
  return (
    <>
      <IdentitiesSection
        session={session}
        onRemove={({ id }: Identity) => void fresh.require(removal + id)}
        onStale={() => fresh.confirm('add')}
      />
      <DataSection holdings={holdings.data} onDownload={() => void fresh.require('download')} />
      <DeleteSection onDelete={() => void fresh.require('delete')} />
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

/** The browser saves what is answered there and stays on this page. */
function download(): void {
  toast('Your download begins. It may take a while.');
  window.location.assign(exportPath);
}
