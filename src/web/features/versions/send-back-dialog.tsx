import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import { sendBackFields, type Version } from '#shared/versions/versions.ts';
import { messageOf } from '../../api.ts';
import { texts } from '../../i18n/en/versions.ts';
import { format } from '../../i18n/format.ts';
import { FormDialog } from '../../ui/dialogs/form-dialog.tsx';
import { FormButtons } from '../../ui/dialogs/form-footer.tsx';
import { Button } from '../../ui/forms/button.tsx';
import { Field } from '../../ui/forms/field.tsx';
import { Textarea } from '../../ui/forms/input.tsx';
import { Panel } from '../../ui/layout/panel.tsx';
import { toast } from '../../ui/loading/toast.tsx';
import { useSendBack } from './use-versions.ts';

interface SendBackDialogProps {
  appId: string;
  version: Version;
  onClose: () => void;
}

/** Declines a version with a comment for its uploader. */
export function SendBackDialog({ appId, version, onClose }: SendBackDialogProps) {
  const sendBack = useSendBack(appId);
  const { register, handleSubmit, formState } = useForm({
    resolver: zodResolver(sendBackFields),
    defaultValues: { note: '' },
  });
  const send = handleSubmit(({ note }) =>
    sendBack.mutate(
      { version, note },
      {
        onSuccess: () => {
          toast(format(texts.versionVersionWasSentBack, { version: version.version }));
          onClose();
        },
      },
    ),
  );
  return (
    <FormDialog
      title={format(texts.sendBackVersionVersion, { version: version.version })}
      description={format(texts.uploadedbyusernameSeesYourNoteIn, {
        uploadedByUsername: version.uploadedByUsername,
      })}
      changed={formState.isDirty}
      busy={sendBack.isPending}
      discardText={texts.theVersionHasNotBeenSentBack}
      onClose={onClose}
    >
      <form noValidate aria-label={texts.sendBack} onSubmit={send} className="mt-6 grid gap-5">
        <Field
          label={texts.whatToChange}
          schema={sendBackFields.shape.note}
          error={formState.errors.note?.message}
        >
          {(control) => <Textarea {...control} disabled={sendBack.isPending} {...register('note')} />}
        </Field>
        {sendBack.isError && (
          <Panel tone="danger" role="alert">
            {messageOf(sendBack.error)}
          </Panel>
        )}
        <FormButtons>
          <Button type="submit" variant="primary" disabled={sendBack.isPending}>
            {sendBack.isPending ? texts.sending : texts.sendBack}
          </Button>
        </FormButtons>
      </form>
    </FormDialog>
  );
}
