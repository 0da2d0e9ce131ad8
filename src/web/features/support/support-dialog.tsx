import { useState } from 'react';
import { requestSupport } from '#shared/contact/support.ts';
import { call } from '../../api.ts';
import { texts } from '../../i18n/en/support.ts';
import { useSingleMutation } from '../../lib/hooks/use-single-mutation.ts';
import { FormDialog } from '../../ui/dialogs/form-dialog.tsx';
import { Sent } from './sent.tsx';
import { type Fields, type Sender, SupportForm } from './support-form.tsx';

interface SupportDialogProps {
  /** Null: nobody is signed in. */
  sender: Sender | null;
  /** Null if the server has none. */
  supportEmail: string | null;
  onClose: () => void;
}

/** The support form; it confirms the request and closes by itself. */
export default function SupportDialog({ sender, supportEmail, onClose }: SupportDialogProps) {
  const [changed, setChanged] = useState(false);
  /** Empty without a reply address; null before sending. */
  const [repliesTo, setRepliesTo] = useState<string | null>(null);
  const send = useSingleMutation({
    mutationFn: (said: Fields) => call(requestSupport, { body: said }),
    onSuccess: (answer) => setRepliesTo(answer.repliesTo ?? ''),
  });
  const isSent = repliesTo !== null;
  return (
    <FormDialog
      title={texts.contactSupport}
      description={isSent ? texts.thankYouForWriting : texts.tellUsWhatYouNeedHelpWith}
      changed={changed && !isSent}
      busy={send.isPending}
      discardText={texts.yourRequestHasNotBeenSent}
      onClose={onClose}
    >
      {/* The live region is mounted before it has content. */}
      <div role="status">{isSent && <Sent repliesTo={repliesTo} onClose={onClose} />}</div>
      {!isSent && (
        <SupportForm sender={sender} supportEmail={supportEmail} send={send} onChanged={setChanged} />
      )}
    </FormDialog>
  );
}
