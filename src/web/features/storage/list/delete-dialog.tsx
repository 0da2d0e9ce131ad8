import type { StorageConfig } from '#shared/storage/storage.ts';
import { messageOf } from '#web/api.ts';
import { texts } from '#web/i18n/en/storage/list.ts';
import { format } from '#web/i18n/format.ts';
import { DecisionDialog } from '#web/ui/dialogs/decision-dialog.tsx';
import { Panel } from '#web/ui/layout/panel.tsx';
import { toast } from '#web/ui/loading/toast.tsx';
import { useDeleteConfig } from '../use-storage.ts';

interface DeleteDialogProps {
  config: StorageConfig;
  onClose: () => void;
}

export default function DeleteDialog({ config: { id, name }, onClose }: DeleteDialogProps) {
  const remove = useDeleteConfig(id);
  return (
    <DecisionDialog
      title={format(texts.areYouSureYouWantToDelete, { name })}
      text={texts.fluxDeletesItsSettingsAndKeys}
      confirmLabel={texts.deleteConfiguration}
      cancelLabel={texts.keepIt}
      busy={remove.isPending}
      onCancel={onClose}
      onConfirm={() =>
        remove.mutate(undefined, {
          onSuccess: () => {
            toast(format(texts.storageConfigurationNameDeleted, { name }));
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
