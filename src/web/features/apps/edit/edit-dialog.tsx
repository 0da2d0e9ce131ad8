import { useState } from 'react';
import type { ApplicationCard } from '#shared/apps.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { EditForm } from './edit-form.tsx';

interface EditDialogProps {
  app: ApplicationCard;
  onClose: () => void;
}

/** A stray click or key asks before what was typed is lost. */
export default function EditDialog({ app, onClose }: EditDialogProps) {
  const [changed, setChanged] = useState(false);
  const [asks, setAsks] = useState(false);
  return (
    <>
      <Dialog
        open
        wide
        onOpenChange={(open) => {
          if (open) return;
          if (changed) setAsks(true);
          else onClose();
        }}
        title="Edit application"
        description="The build and its versions stay as they are."
      >
        <EditForm app={app} onChanged={setChanged} onDone={onClose} />
      </Dialog>
      <ConfirmDialog
        open={asks}
        title="Discard your changes?"
        confirmLabel="Discard"
        cancelLabel="Keep editing"
        onConfirm={onClose}
        onCancel={() => setAsks(false)}
      >
        {`What you changed about ${app.name} has not been saved.`}
      </ConfirmDialog>
    </>
  );
}
