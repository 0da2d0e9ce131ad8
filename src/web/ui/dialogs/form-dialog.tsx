import { type ReactNode, useState } from 'react';
import { texts } from '../../i18n/en/ui.ts';
import { useRetainedSession } from '../../lib/session/retained-session.ts';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { Dialog } from './dialog.tsx';

interface FormDialogProps {
  title: string;
  description: string;
  /** Whether there is unsaved input. */
  changed: boolean;
  /** While sending, nothing can be discarded, and the dialog stays until the response. */
  busy: boolean;
  /** What is lost when it is closed. */
  discardText: string;
  onClose: () => void;
  children: ReactNode;
}

/** A form in a dialog: an accidental click or key asks before input is lost. It closes when its account is gone. */
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
