import { useState } from 'react';
import { texts } from '../../texts/en/support.ts';
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
      title={texts.contactSupport}
      description={texts.tellUsWhatYouNeedHelpWith}
      changed={changed && !isSent}
      discardText={texts.yourRequestHasNotBeenSent}
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
