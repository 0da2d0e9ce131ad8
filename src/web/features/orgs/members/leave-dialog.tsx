import type { Organization } from '#shared/orgs/orgs.ts';
import { texts } from '#web/i18n/en/orgs/members.ts';
import { format } from '#web/i18n/format.ts';
import { refusalText } from '#web/lib/session/refusal.ts';
import { ConfirmDialog } from '#web/ui/dialogs/confirm-dialog.tsx';
import { toast } from '#web/ui/loading/toast.tsx';
import { useLeave } from './use-members.ts';

interface LeaveDialogProps {
  userId: string;
  organization: Organization;
  onGone: () => void;
  onClose: () => void;
}

export default function LeaveDialog({ userId, organization, onGone, onClose }: LeaveDialogProps) {
  const { id, name } = organization;
  const leave = useLeave(id, userId, {
    onSuccess: () => {
      toast(format(texts.youLeftName, { name }));
      onGone();
    },
    onError: (error) =>
      toast(refusalText(error, format(texts.failedToLeaveName, { name })), { failed: true }),
  });
  return (
    <ConfirmDialog
      open
      title={format(texts.leaveName, { name })}
      confirmLabel={texts.leave}
      cancelLabel={texts.stay}
      onConfirm={() => leave.mutate()}
      onCancel={onClose}
    >
      {texts.youNoLongerSeeItsPrivate}
    </ConfirmDialog>
  );
}
