import { type AdminUser, adminMessages, disableFields } from '#shared/admin/admin.ts';
import { messageOf } from '#web/api.ts';
import { texts } from '#web/i18n/en/admin/users.ts';
import { format } from '#web/i18n/format.ts';
import { DecisionDialog } from '#web/ui/dialogs/decision-dialog.tsx';
import { useShowBanner } from '../banners.tsx';
import { ReasonDialog } from '../reason-dialog.tsx';
import { useRefreshTwice } from '../refresh.ts';
import { useDeleteUser, useDisableUser, useEnableUser } from './use-users.ts';

interface UserDialogProps {
  user: AdminUser;
  /** The button that opened it may have been removed with the account. */
  onGone: () => void;
  onClose: () => void;
}

function DeleteDialog({ user: { uid, username }, onGone, onClose }: UserDialogProps) {
  const remove = useDeleteUser(uid);
  const tell = useShowBanner();
  const refreshTwice = useRefreshTwice();
  return (
    <DecisionDialog
      title={adminMessages.confirmDeleteUser(username)}
      text={texts.theirApplicationsVersionsAndFiles}
      confirmLabel={texts.deleteUser}
      busy={remove.isPending}
      onCancel={onClose}
      onConfirm={() =>
        remove.mutate(undefined, {
          onSuccess: () => {
            tell.succeeded(adminMessages.userDeleted(username));
            refreshTwice();
            onClose();
            onGone();
          },
          onError: (error) => {
            tell.failed(messageOf(error));
            onClose();
          },
        })
      }
    />
  );
}

function DisableDialog({ user: { uid, username }, onClose }: UserDialogProps) {
  const disable = useDisableUser(uid);
  const tell = useShowBanner();
  return (
    <ReasonDialog
      title={format(texts.disableUsername, { username })}
      description={texts.theyAreSignedOutEverywhereAtOnce}
      label={texts.reason}
      help={texts.administratorsSeeItHereAndInThe}
      schema={disableFields.reason}
      confirmLabel={texts.disableUser}
      change={disable}
      onDone={() => {
        tell.succeeded(adminMessages.userDisabled(username));
        onClose();
      }}
      onClose={onClose}
    />
  );
}

function EnableDialog({ user: { uid, username, disabled }, onClose }: UserDialogProps) {
  const enable = useEnableUser(uid);
  const tell = useShowBanner();
  return (
    <DecisionDialog
      title={format(texts.enableUsername, { username })}
      text={format(texts.theyCanSignInAgainTheyWere, { reason: disabled?.reason ?? '' })}
      confirmLabel={texts.enableUser}
      harmless
      busy={enable.isPending}
      onCancel={onClose}
      onConfirm={() =>
        enable.mutate(undefined, {
          onSuccess: () => tell.succeeded(adminMessages.userEnabled(username)),
          onError: (error) => tell.failed(messageOf(error)),
          onSettled: onClose,
        })
      }
    />
  );
}

export const userDialogs = { delete: DeleteDialog, disable: DisableDialog, enable: EnableDialog };
