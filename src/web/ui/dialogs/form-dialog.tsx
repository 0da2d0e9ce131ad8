import { type ReactNode, useState } from 'react';
import { texts } from '../../i18n/en/ui.ts';
import { useRetainedSession } from '../../lib/session/retained-session.ts';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { Dialog } from './dialog.tsx';

interface FormDialogProps {
  title: string;
  description: string;
  /** Whether something was typed that is not saved. */
  changed: boolean;
  /** While it is being sent nothing can be discarded any more, and it stays until there is an answer. */
  busy: boolean;
  /** What is lost where it is closed all the same. */
  discardText: string;
  onClose: () => void;
  children: ReactNode;
}

/** A form in a dialog: a stray click or key asks before what was typed is lost. It is its person's, and goes with them. */
export function FormDialog({ changed, busy, discardText, onClose, ...dialog }: FormDialogProps) {
  const [asks, setAsks] = useState(false);
  useRetainedSession(onClose);
  return (
    <>
      <Dialog
        {...dialog}
        open
        wide
        onOpenChange={(open) => {
          if (open || busy) return;
          if (changed) setAsks(true);
          else onClose();
        }}
      />
      <ConfirmDialog
        open={asks && !busy}
        title={texts.discardYourChanges}
        confirmLabel={texts.discard}
        cancelLabel={texts.keepEditing}
        onConfirm={onClose}
        onCancel={() => setAsks(false)}
      >
        {discardText}
      </ConfirmDialog>
    </>
  );
}
