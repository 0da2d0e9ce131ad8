import { zodResolver } from '@hookform/resolvers/zod';
import { useController, useForm } from 'react-hook-form';
import * as z from 'zod/mini';
import type { Application } from '#shared/apps/apps.ts';
import {
  type ReportReason,
  reportApplication,
  reportFields,
  reportMessages,
  reportReasons,
  reportReasonWords,
} from '#shared/contact/reports.ts';
import { call, messageOf } from '../../api.ts';
import { texts } from '../../i18n/en/reports.ts';
import { format } from '../../i18n/format.ts';
import { useSingleMutation } from '../../lib/hooks/use-single-mutation.ts';
import { FormDialog } from '../../ui/dialogs/form-dialog.tsx';
import { FormButtons } from '../../ui/dialogs/form-footer.tsx';
import { Button } from '../../ui/forms/button.tsx';
import { Field } from '../../ui/forms/field.tsx';
import { Input, Textarea } from '../../ui/forms/input.tsx';
import { RadioGroup } from '../../ui/forms/radio-group.tsx';
import { Panel } from '../../ui/layout/panel.tsx';
import { toast } from '../../ui/loading/toast.tsx';

const explanations: Record<ReportReason, string> = {
  malware: texts.itHarmsDevicesOrAsksForPasswords,
  copyright: texts.itUsesSomebodyElsesWork,
  offensive: texts.itThreatensDemeansOrExploitsPeople,
  broken: texts.itDoesNotStartOrItStops,
  other: texts.describeItBelow,
};
const options = reportReasons.map((value) => ({
  value,
  label: reportReasonWords[value],
  text: explanations[value],
}));

const formSchema = z.object({
  reason: reportFields.reason,
  details: reportFields.details,
  email: z.union([z.literal(''), reportFields.email], texts.pleaseEnterAValidEMailAddress),
});

interface ReportDialogProps {
  app: Pick<Application, 'id' | 'name'>;
  shareKey: string | null;
  isSignedIn: boolean;
  onClose: () => void;
}

/** Reports an application to the administrators. */
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
      title={format(texts.reportName, { name: app.name })}
      description={texts.administratorsReadItAndDecideWhat}
      changed={formState.isDirty}
      busy={isPending}
      discardText={texts.yourReportHasNotBeenSent}
      onClose={onClose}
    >
      <form
        noValidate
        aria-label={texts.report}
        onSubmit={handleSubmit((said) => report.mutate(said))}
        className="mt-6 grid gap-5"
      >
        <RadioGroup
          label={texts.whatIsWrongWithIt}
          options={options}
          value={reason.field.value}
          error={errors.reason?.message}
          onChoose={reason.field.onChange}
          input={reason.field.ref}
        />
        <Field label={texts.details} schema={reportFields.details} optional error={errors.details?.message}>
          {(field) => <Textarea {...field} disabled={isPending} {...register('details')} />}
        </Field>
        {!isSignedIn && (
          <Field
            label={texts.email}
            schema={reportFields.email}
            optional
            help={texts.onlyForQuestionsAboutYourReport}
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
        <FormButtons>
          <Button type="submit" variant="primary" disabled={isPending}>
            {isPending ? texts.sending : texts.sendReport}
          </Button>
        </FormButtons>
      </form>
    </FormDialog>
  );
}
