import { adminMessages } from '#shared/admin/admin.ts';
import { decisionFields, type TakenDown } from '#shared/contact/reports.ts';
import { messageOf } from '#web/api.ts';
import { texts } from '#web/i18n/en/admin/applications.ts';
import { format } from '#web/i18n/format.ts';
import { useSendsMail } from '#web/lib/hooks/use-sends-mail.ts';
import { DecisionDialog } from '#web/ui/dialogs/decision-dialog.tsx';
import { useShowBanner } from '../banners.tsx';
import { ReasonDialog } from '../reason-dialog.tsx';
import { useRefreshTwice } from '../refresh.ts';
import { useDeleteApplication, useRestore, useTakeOffline } from './use-applications.ts';

/** Duration of the message that an application could not be deleted. */
const failureMilliseconds = 5_000;

interface ApplicationDialogProps {
  application: { id: string; name: string; takenDown: TakenDown | null };
  /** The button that opened it may have been removed with the application. */
  onGone: () => void;
  onClose: () => void;
}

function DeleteDialog({ application: { id, name }, onGone, onClose }: ApplicationDialogProps) {
  const remove = useDeleteApplication(id);
  const tell = useShowBanner();
  const refreshTwice = useRefreshTwice();
  return (
    <DecisionDialog
      title={adminMessages.confirmDeleteApplication(name)}
      text={texts.allItsVersionsAndFilesGoFor}
      confirmLabel={texts.deleteApplication}
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
  const sendsMail = useSendsMail();
  const tell = useShowBanner();
  return (
    <ReasonDialog
      title={format(texts.takeNameOffline, { name })}
      description={texts.onlyItsOwnerCanOpenIt}
      label={texts.reason}
      help={sendsMail ? texts.itsOwnerSeesItInAnEMailAndOnThe : texts.itsOwnerSeesItOnTheApplications}
      schema={decisionFields.reason}
      confirmLabel={texts.takeOffline}
      change={takeOffline}
      onDone={() => {
        tell.succeeded(format(texts.applicationNameTakenOffline, { name }));
        onClose();
        onGone();
      }}
      onClose={onClose}
    />
  );
}

function RestoreDialog({ application: { id, name, takenDown }, onClose }: ApplicationDialogProps) {
  const bringBack = useRestore(id);
  const sendsMail = useSendsMail();
  const tell = useShowBanner();
  return (
    <DecisionDialog
      title={format(texts.bringNameBack, { name })}
      text={format(sendsMail ? texts.itReturnsAndItsOwnerIsTold : texts.itReturnsToItsPreviousState, {
        reason: takenDown?.reason ?? '',
      })}
      confirmLabel={texts.bringBack}
      harmless
      busy={bringBack.isPending}
      onCancel={onClose}
      onConfirm={() =>
        bringBack.mutate(undefined, {
          onSuccess: () => tell.succeeded(format(texts.applicationNameBroughtBack, { name })),
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
  'bring-back': RestoreDialog,
};
export type ApplicationQuestion = keyof typeof applicationDialogs;
