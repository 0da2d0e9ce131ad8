import type { StorageConfig } from '#shared/storage.ts';
import { messageOf } from '../../../api.ts';
import { DecisionDialog } from '../../../ui/decision-dialog.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { toast } from '../../../ui/toast.tsx';
import { useDeleteConfig } from '../use-storage.ts';

interface DeleteDialogProps {
  config: StorageConfig;
  onClose: () => void;
}

export default function DeleteDialog({ config: { id, name }, onClose }: DeleteDialogProps) {
  const remove = useDeleteConfig(id);
  return (
    <DecisionDialog
      title={`Are you sure you want to delete storage configuration "${name}"?`}
      text="Flux forgets how to reach it, its keys included. Nothing is deleted at the provider."
      confirmLabel="Delete configuration"
      cancelLabel="Keep it"
      busy={remove.isPending}
      onCancel={onClose}
      onConfirm={() =>
        remove.mutate(undefined, {
          onSuccess: () => {
            toast(`Storage configuration "${name}" deleted successfully`);
            onClose();
          },
        })
      }
    >
      {remove.isError && (
        <Panel tone="danger" role="alert" className="mt-5">
          {messageOf(remove.error)}
        </Panel>
      )}
    </DecisionDialog>
  );
}
