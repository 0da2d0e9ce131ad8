import { useState } from 'react';
import type { StorageConfig } from '#shared/storage.ts';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { toast } from '../../../ui/toast.tsx';
import { ConfigForm } from './config-form.tsx';

interface ConfigDialogProps {
  /** Null: a new one. */
  config: StorageConfig | null;
  onClose: () => void;
}

export default function ConfigDialog({ config, onClose }: ConfigDialogProps) {
  const [changed, setChanged] = useState(false);
  // The list is asked for again now and then; what is edited stays what was opened.
  const [opened] = useState(config);
  return (
    <FormDialog
      title={opened ? 'Edit Storage Configuration' : 'Add Storage Configuration'}
      description={
        opened
          ? 'Files that lie there stay. Another connection has to be tested again.'
          : 'Nothing goes there before you activate it.'
      }
      changed={changed}
      discardText={
        opened
          ? `What you changed about ${opened.name} has not been saved.`
          : 'The configuration has not been added.'
      }
      onClose={onClose}
    >
      <ConfigForm
        config={opened}
        onChanged={setChanged}
        onSaved={() => {
          toast(`Storage configuration ${opened ? 'updated' : 'added'} successfully!`);
          onClose();
        }}
      />
    </FormDialog>
  );
}
