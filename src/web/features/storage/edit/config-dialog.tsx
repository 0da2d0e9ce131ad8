import { useState } from 'react';
import type { StorageConfig } from '#shared/storage/storage.ts';
import { texts } from '#web/i18n/en/storage/edit.ts';
import { format } from '#web/i18n/format.ts';
import { FormDialog } from '#web/ui/dialogs/form-dialog.tsx';
import { toast } from '#web/ui/loading/toast.tsx';
import { useSaveConfig } from '../use-storage.ts';
import { ConfigForm } from './config-form.tsx';

interface ConfigDialogProps {
  /** Null: a new one. */
  config: StorageConfig | null;
  onClose: () => void;
}

export default function ConfigDialog({ config, onClose }: ConfigDialogProps) {
  const [changed, setChanged] = useState(false);
  // The list is refetched regularly; the edited configuration stays as opened.
  const [opened] = useState(config);
  const save = useSaveConfig(opened?.id ?? null);
  return (
    <FormDialog
      title={opened ? texts.editStorageConfiguration : texts.addStorageConfiguration}
      description={opened ? texts.storedFilesStayTestTheConnection : texts.fluxStoresNothingThereUntilYou}
      changed={changed}
      busy={save.isPending}
      discardText={
        opened
          ? format(texts.yourChangesToNameHaveNotBeen, { name: opened.name })
          : texts.theConfigurationHasNotBeenAdded
      }
      onClose={onClose}
    >
      <ConfigForm
        config={opened}
        save={save}
        onChanged={setChanged}
        onSaved={() => {
          toast(opened ? texts.configurationUpdated : texts.configurationAdded);
          onClose();
        }}
      />
    </FormDialog>
  );
}
