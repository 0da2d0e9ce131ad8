import { zodResolver } from '@hookform/resolvers/zod';
import { useEffect } from 'react';
import { type FieldNamesMarkedBoolean, useForm } from 'react-hook-form';
import * as z from 'zod/mini';
import { organizationFields } from '#shared/orgs/orgs.ts';
import { ApiError, messageOf } from '#web/api.ts';
import { texts } from '#web/i18n/en/orgs/edit.ts';
import { FormButtons } from '#web/ui/dialogs/form-footer.tsx';
import { Button } from '#web/ui/forms/button.tsx';
import { Checkbox } from '#web/ui/forms/checkbox.tsx';
import { Field } from '#web/ui/forms/field.tsx';
import { Input, Textarea } from '#web/ui/forms/input.tsx';
import { Panel } from '#web/ui/layout/panel.tsx';
import type { OrganizationFields } from '../use-organizations.ts';
import { Policies } from './policies.tsx';

const formSchema = z.object({
  ...organizationFields,
  isPublic: z.boolean(),
  allowMemberUploads: z.boolean(),
  requireApproval: z.boolean(),
});

interface OrganizationFormProps {
  /** The title of the form, and the labels of its button when idle and busy. */
  label: string;
  action: string;
  busyAction: string;
  values: OrganizationFields;
  /** A new one may be created without changes. */
  fresh?: boolean;
  /** Asks for the name, with the rest under "More". */
  nameOnly?: boolean;
  change: { isPending: boolean; error: unknown };
  onChanged: (changed: boolean) => void;
  onSave: (fields: OrganizationFields, dirty: Dirty) => void;
}
export type Dirty = Partial<Readonly<FieldNamesMarkedBoolean<OrganizationFields>>>;

export function OrganizationForm({
  label,
  values,
  fresh,
  nameOnly = false,
  change,
  onChanged,
  onSave,
  ...button
}: OrganizationFormProps) {
  const { register, handleSubmit, formState } = useForm<OrganizationFields>({
    resolver: zodResolver(formSchema),
    defaultValues: values,
  });
  const { errors, isDirty, dirtyFields } = formState;
  useEffect(() => onChanged(isDirty), [isDirty, onChanged]);
  const problems = change.error instanceof ApiError ? change.error.fields : {};
  const atField = Object.keys(problems).some((name) => name === 'name' || name === 'description');
  return (
    <form
      noValidate
      aria-label={label}
      onSubmit={handleSubmit((fields) => onSave(fields, dirtyFields))}
      className="mt-6"
    >
      <fieldset disabled={change.isPending} className="grid gap-5">
        <Field
          label={texts.name}
          schema={formSchema.shape.name}
          error={errors.name?.message ?? problems.name}
        >
          {(control) => <Input {...control} autoComplete="off" {...register('name')} />}
        </Field>
        <Policies
          folded={nameOnly}
          isWrong={errors.description !== undefined || problems.description !== undefined}
        >
          <Field
            label={texts.description}
            schema={formSchema.shape.description}
            optional
            error={errors.description?.message ?? problems.description}
          >
            {(control) => <Textarea {...control} {...register('description')} />}
          </Field>
          <Checkbox
            label={texts.public}
            help={texts.everyoneCanSeeItsNameDescription}
            {...register('isPublic')}
          />
          <Checkbox
            label={texts.allowMemberUploads}
            help={texts.membersCanUploadToItOtherwise}
            {...register('allowMemberUploads')}
          />
          <Checkbox
            label={texts.requireApproval}
            help={texts.uploadsByMembersStayPrivateUntil}
            {...register('requireApproval')}
          />
        </Policies>
      </fieldset>
      {change.error !== null && !atField && (
        <Panel tone="danger" role="alert" className="mt-5">
          {messageOf(change.error)}
        </Panel>
      )}
      <FormButtons>
        <Button type="submit" variant="primary" disabled={(!fresh && !isDirty) || change.isPending}>
          {change.isPending ? button.busyAction : button.action}
        </Button>
      </FormButtons>
    </form>
  );
}
