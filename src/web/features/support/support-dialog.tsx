import { useState } from 'react';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { Sent } from './sent.tsx';
import { type Sender, SupportForm } from './support-form.tsx';

interface SupportDialogProps {
  /** Null: nobody is signed in. */
  sender: Sender | null;
  /** Null where the server did not say. */
  supportEmail: string | null;
  onClose: () => void;
}

/** The form for whoever needs help; it says that it was sent, and closes by itself. */
export default function SupportDialog({ sender, supportEmail, onClose }: SupportDialogProps) {
  const [changed, setChanged] = useState(false);
  const [repliesTo, setRepliesTo] = useState<string | null>(null);
  const isSent = repliesTo !== null;
  return (
    <FormDialog
      title="Contact Support"
      description="Tell us what you need help with. We reply within 24 hours."
      changed={changed && !isSent}
      discardText="Your request has not been sent."
      onClose={onClose}
    >
      {/* It is there before it has something to say. */}
      <div role="status">{isSent && <Sent repliesTo={repliesTo} onClose={onClose} />}</div>
      {!isSent && (
        <SupportForm
          sender={sender}
          supportEmail={supportEmail}
          onChanged={setChanged}
          onSent={setRepliesTo}
        />
      )}
    </FormDialog>
  );
}
