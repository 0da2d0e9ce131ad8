import { adminMessages } from '#shared/admin.ts';
import { decisionFields, type TakenDown } from '#shared/reports.ts';
import { messageOf } from '../../../api.ts';
import { DecisionDialog } from '../../../ui/decision-dialog.tsx';
import { useTell } from '../banners.tsx';
import { ReasonDialog } from '../reason-dialog.tsx';
import { useRefreshTwice } from '../refresh.ts';
import { useBringBack, useDeleteApplication, useTakeOffline } from './use-applications.ts';

/** How long it says that an application could not be deleted. */
const failureMilliseconds = 5_000;

interface ApplicationDialogProps {
  application: { id: string; name: string; takenDown: TakenDown | null };
  /** What asked for it may have gone with the application. */
  onGone: () => void;
  onClose: () => void;
}

function DeleteDialog({ application: { id, name }, onGone, onClose }: ApplicationDialogProps) {
  const remove = useDeleteApplication(id);
  const tell = useTell();
  const refreshTwice = useRefreshTwice();
  return (
    <DecisionDialog
      title={adminMessages.confirmDeleteApplication(name)}
      text="All its versions and files go for good, and its links stop working. This cannot be undone."
      confirmLabel="Delete application"
      busy={remove.isPending}
      onCancel={onClose}
      onConfirm={() =>
        remove.mutate(undefined, {
          onSuccess: () => {
            tell.succeeded(adminMessages.applicationDeleted(name));
            refreshTwice();
            onClose();
            onGone();
          },
          onError: (error) => {
            tell.failed(adminMessages.applicationNotDeleted(messageOf(error)), {
              milliseconds: failureMilliseconds,
            });
            onClose();
          },
        })
      }
    />
  );
}

function TakeOfflineDialog({ application: { id, name }, onGone, onClose }: ApplicationDialogProps) {
  const takeOffline = useTakeOffline(id);
  const tell = useTell();
  return (
    <ReasonDialog
      title={`Take ${name} offline?`}
      description="Nobody but its owner finds or opens it any more, and who plays it is stopped. Its owner may download, update or delete it. Open reports of it are decided."
      label="Reason"
      help="Its owner reads it, in a mail and on the application’s pages."
      schema={decisionFields.reason}
      confirmLabel="Take offline"
      change={takeOffline}
      onDone={() => {
        tell.succeeded(`Application "${name}" taken offline successfully`);
        onClose();
        onGone();
      }}
      onClose={onClose}
    />
  );
}

function BringBackDialog({ application: { id, name, takenDown }, onClose }: ApplicationDialogProps) {
  const bringBack = useBringBack(id);
  const tell = useTell();
  return (
    <DecisionDialog
      title={`Bring ${name} back?`}
      text={`It is again what it was, and its owner is mailed. It was taken offline for: ${takenDown?.reason ?? ''}`}
      confirmLabel="Bring back"
      harmless
      busy={bringBack.isPending}
      onCancel={onClose}
      onConfirm={() =>
        bringBack.mutate(undefined, {
          onSuccess: () => tell.succeeded(`Application "${name}" brought back successfully`),
          onError: (error) => tell.failed(messageOf(error)),
          onSettled: onClose,
        })
      }
    />
  );
}

export const applicationDialogs = {
  delete: DeleteDialog,
  'take-offline': TakeOfflineDialog,
  'bring-back': BringBackDialog,
};
export type ApplicationQuestion = keyof typeof applicationDialogs;
