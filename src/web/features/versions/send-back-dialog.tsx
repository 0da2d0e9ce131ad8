import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import { sendBackFields, type Version } from '#shared/versions.ts';
import { messageOf } from '../../api.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { Textarea } from '../../ui/input.tsx';
import { Panel } from '../../ui/panel.tsx';
import { toast } from '../../ui/toast.tsx';
import { useSendBack } from './use-versions.ts';

interface SendBackDialogProps {
  appId: string;
  version: Version;
  onClose: () => void;
}

/** Declines a version with a word why, for whoever uploaded it. */
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
          toast(`Version ${version.version} was sent back.`);
          onClose();
        },
      },
    ),
  );
  return (
    <FormDialog
      title={`Send back version ${version.version}?`}
      description={`${version.uploadedByUsername} reads your note in the Version History.`}
      changed={formState.isDirty}
      discardText="The version has not been sent back."
      onClose={onClose}
    >
      <form noValidate aria-label="Send Back" onSubmit={send} className="mt-6 grid gap-5">
        <Field label="What has to change" error={formState.errors.note?.message}>
          {(control) => <Textarea {...control} disabled={sendBack.isPending} {...register('note')} />}
        </Field>
        {sendBack.isError && (
          <Panel tone="danger" role="alert">
            {messageOf(sendBack.error)}
          </Panel>
        )}
        <div className="flex justify-end">
          <Button type="submit" variant="primary" disabled={sendBack.isPending}>
            {sendBack.isPending ? 'Sending...' : 'Send Back'}
          </Button>
        </div>
      </form>
    </FormDialog>
  );
}
