import type { Organization } from '#shared/orgs.ts';
import { refusalText } from '../../../api.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { toast } from '../../../ui/toast.tsx';
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
      toast(`You left ${name}.`);
      onGone();
    },
    onError: (error) => toast(refusalText(error, `Failed to leave ${name}`), { failed: true }),
  });
  return (
    <ConfirmDialog
      open
      title={`Leave ${name}?`}
      confirmLabel="Leave"
      cancelLabel="Stay"
      onConfirm={() => leave.mutate()}
      onCancel={onClose}
    >
      You no longer see its private applications. To come back, you have to be invited again.
    </ConfirmDialog>
  );
}
