import { type AdminUser, adminMessages, disableFields } from '#shared/admin.ts';
import { messageOf } from '../../../api.ts';
import { DecisionDialog } from '../../../ui/decision-dialog.tsx';
import { useTell } from '../banners.tsx';
import { ReasonDialog } from '../reason-dialog.tsx';
import { useRefreshTwice } from '../refresh.ts';
import { useDeleteUser, useDisableUser, useEnableUser } from './use-users.ts';

interface UserDialogProps {
  user: AdminUser;
  /** What asked for it may have gone with the account. */
  onGone: () => void;
  onClose: () => void;
}

function DeleteDialog({ user: { uid, username }, onGone, onClose }: UserDialogProps) {
  const remove = useDeleteUser(uid);
  const tell = useTell();
  const refreshTwice = useRefreshTwice();
  return (
    <DecisionDialog
      title={adminMessages.confirmDeleteUser(username)}
      text="Their applications, versions and files go too, for good. Somebody who owns an organization with other people in it has to hand it over first."
      confirmLabel="Delete user"
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
  const tell = useTell();
  return (
    <ReasonDialog
      title={`Disable ${username}?`}
      description="They are signed out everywhere at once and cannot sign in again until you enable them. Their applications and organizations stay as they are, and go on being played."
      label="Reason"
      help="Administrators read it, here and in the audit log. The person does not."
      schema={disableFields.reason}
      confirmLabel="Disable user"
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
  const tell = useTell();
  return (
    <DecisionDialog
      title={`Enable ${username}?`}
      text={`They can sign in again. They were disabled for: ${disabled?.reason ?? ''}`}
      confirmLabel="Enable user"
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
