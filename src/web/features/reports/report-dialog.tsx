import { zodResolver } from '@hookform/resolvers/zod';
import { useController, useForm } from 'react-hook-form';
import * as z from 'zod/mini';
import type { Application } from '#shared/apps.ts';
import {
  type ReportReason,
  reportApplication,
  reportFields,
  reportMessages,
  reportReasons,
  reportReasonWords,
} from '#shared/reports.ts';
import { call, messageOf } from '../../api.ts';
import { useSingleMutation } from '../../lib/use-single-mutation.ts';
import { Button } from '../../ui/button.tsx';
import { Field, FieldError } from '../../ui/field.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { Input, Textarea } from '../../ui/input.tsx';
import { Panel } from '../../ui/panel.tsx';
import { RadioGroup } from '../../ui/radio-group.tsx';
import { toast } from '../../ui/toast.tsx';

const explanations: Record<ReportReason, string> = {
  malware: 'It harms devices, or asks for passwords or money.',
  copyright: 'It uses what belongs to somebody else.',
  offensive: 'It threatens, demeans or exploits people.',
  broken: 'It does not start, or it stops in the middle.',
  other: 'Say it in your own words below.',
};
const options = reportReasons.map((value) => ({
  value,
  label: reportReasonWords[value],
  text: explanations[value],
}));

const formSchema = z.object({
  reason: reportFields.reason,
  details: reportFields.details,
  email: z.union([z.literal(''), reportFields.email], 'Please enter a valid e-mail address'),
});

interface ReportDialogProps {
  app: Pick<Application, 'id' | 'name'>;
  shareKey: string | null;
  isSignedIn: boolean;
  onClose: () => void;
}

/** Tells administrators what is wrong with an application. */
export default function ReportDialog({ app, shareKey, isSignedIn, onClose }: ReportDialogProps) {
  const report = useSingleMutation({
    mutationFn: ({ email, ...said }: z.output<typeof formSchema>) =>
      call(reportApplication, {
        body: {
          applicationId: app.id,
          ...(shareKey === null ? {} : { key: shareKey }),
          ...said,
          ...(email === '' ? {} : { email }),
        },
      }),
    onSuccess: () => {
      toast(reportMessages.sent);
      onClose();
    },
  });
  const { control, register, handleSubmit, formState } = useForm<
    z.input<typeof formSchema>,
    unknown,
    z.output<typeof formSchema>
  >({ resolver: zodResolver(formSchema), defaultValues: { details: '', email: '' } });
  const reason = useController({ control, name: 'reason' });
  const { errors } = formState;
  const { isPending } = report;
  return (
    <FormDialog
      title={`Report ${app.name}`}
      description="Administrators read it and decide what to do. Whoever made it is not told who you are."
      changed={formState.isDirty}
      discardText="Your report has not been sent."
      onClose={onClose}
    >
      <form
        noValidate
        aria-label="Report"
        onSubmit={handleSubmit((said) => report.mutate(said))}
        className="mt-6 grid gap-5"
      >
        <div className="grid gap-1.5">
          <RadioGroup
            label="What is wrong with it?"
            options={options}
            value={reason.field.value}
            onChoose={reason.field.onChange}
            input={reason.field.ref}
          />
          {errors.reason?.message && (
            <FieldError id="report-reason-error">{errors.reason.message}</FieldError>
          )}
        </div>
        <Field label="Details" optional error={errors.details?.message}>
          {(field) => <Textarea {...field} disabled={isPending} {...register('details')} />}
        </Field>
        {!isSignedIn && (
          <Field
            label="Email"
            optional
            help="For a question about your report, and for nothing else."
            error={errors.email?.message}
          >
            {(field) => (
              <Input
                {...field}
                type="email"
                autoComplete="email"
                disabled={isPending}
                {...register('email')}
              />
            )}
          </Field>
        )}
        {report.isError && (
          <Panel tone="danger" role="alert">
            {messageOf(report.error)}
          </Panel>
        )}
        <div className="flex justify-end">
          <Button type="submit" variant="primary" disabled={isPending}>
            {isPending ? 'Sending...' : 'Send Report'}
          </Button>
        </div>
      </form>
    </FormDialog>
  );
}
