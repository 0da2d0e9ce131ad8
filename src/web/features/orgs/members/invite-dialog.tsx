import { zodResolver } from '@hookform/resolvers/zod';
import { Controller, useForm } from 'react-hook-form';
import * as z from 'zod/mini';
import { inviteFields, type Organization } from '#shared/orgs/orgs.ts';
import { ApiError } from '#web/api.ts';
import { texts } from '#web/i18n/en/orgs/members.ts';
import { format } from '#web/i18n/format.ts';
import { useSendsMail } from '#web/lib/hooks/use-sends-mail.ts';
import { refusalText } from '#web/lib/session/refusal.ts';
import { FormDialog } from '#web/ui/dialogs/form-dialog.tsx';
import { FormButtons } from '#web/ui/dialogs/form-footer.tsx';
import { Button } from '#web/ui/forms/button.tsx';
import { Field } from '#web/ui/forms/field.tsx';
import { Input } from '#web/ui/forms/input.tsx';
import { RadioGroup } from '#web/ui/forms/radio-group.tsx';
import { Panel } from '#web/ui/layout/panel.tsx';
import { toast } from '#web/ui/loading/toast.tsx';
import { roleOptions } from '../roles.ts';
import { type NewMember, useInvite } from './use-members.ts';

const formSchema = z.object(inviteFields);

interface InviteDialogProps {
  organization: Pick<Organization, 'id' | 'name' | 'can'>;
  onClose: () => void;
}

export default function InviteDialog({ organization: { id, name, can }, onClose }: InviteDialogProps) {
  const invite = useInvite(id);
  const sendsMail = useSendsMail();
  const { register, control, handleSubmit, formState } = useForm<
    z.input<typeof formSchema>,
    unknown,
    NewMember
  >({
    resolver: zodResolver(formSchema),
    defaultValues: { userEmail: '', role: can.inviteAs[0] },
  });
  const { errors, isDirty } = formState;
  const problems = invite.error instanceof ApiError ? invite.error.fields : {};
  const send = handleSubmit((member) =>
    invite.mutate(member, {
      onSuccess: () => {
        toast(texts.memberInvitedSuccessfully);
        onClose();
      },
    }),
  );
  return (
    <FormDialog
      title={format(texts.inviteToName, { name })}
      description={sendsMail ? texts.theyGetAnEMailWithALinkAndJoinBy : texts.noMailIsSentTellThem}
      changed={isDirty}
      busy={invite.isPending}
      discardText={texts.theInvitationHasNotBeenSent}
      onClose={onClose}
    >
      <form noValidate aria-label={texts.invite} onSubmit={send} className="mt-6">
        <fieldset disabled={invite.isPending} className="grid gap-5">
          <legend className="sr-only">{texts.invitation}</legend>
          <Field
            label={texts.userEmail}
            schema={inviteFields.userEmail}
            error={errors.userEmail?.message ?? problems.userEmail}
          >
            {(input) => (
              <Input
                {...input}
                type="email"
                inputMode="email"
                autoComplete="off"
                autoCapitalize="off"
                spellCheck={false}
                placeholder="name@example.com"
                {...register('userEmail')}
              />
            )}
          </Field>
          <Controller
            control={control}
            name="role"
            render={({ field: { value, onChange, ref } }) => (
              <RadioGroup
                label={texts.role}
                options={roleOptions(can.inviteAs)}
                value={value}
                onChoose={onChange}
                input={ref}
              />
            )}
          />
        </fieldset>
        {invite.isError && !problems.userEmail && (
          <Panel tone="danger" role="alert" className="mt-5">
            {refusalText(invite.error, texts.failedToInviteMember)}
          </Panel>
        )}
        <FormButtons>
          <Button type="submit" variant="primary" disabled={invite.isPending}>
            {invite.isPending ? texts.inviting : texts.invite}
          </Button>
        </FormButtons>
      </form>
    </FormDialog>
  );
}
