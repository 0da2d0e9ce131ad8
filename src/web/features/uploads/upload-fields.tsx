import type { ReactNode } from 'react';
import { Controller, type UseFormReturn } from 'react-hook-form';
import { applicationFields } from '#shared/apps/apps.ts';
import type { Theme } from '#shared/apps/themes.ts';
import { texts } from '../../i18n/en/uploads.ts';
import { Checkbox } from '../../ui/forms/checkbox.tsx';
import { type ChoiceField, Field } from '../../ui/forms/field.tsx';
import { Input, Textarea } from '../../ui/forms/input.tsx';
import { ThemePicker } from '../../ui/forms/theme-picker.tsx';
import type { UploadForm } from './draft.ts';

/** Renders the choice of an organization. */
export type OrganizationField = (field: ChoiceField) => ReactNode;

interface UploadFieldsProps {
  form: UseFormReturn<UploadForm>;
  organization: OrganizationField;
  themes: readonly Theme[];
  disabled: boolean;
}

export function UploadFields({ form, organization, themes, disabled }: UploadFieldsProps) {
  const { register, control, formState } = form;
  const { errors } = formState;
  return (
    <fieldset disabled={disabled} className="grid gap-6">
      <legend className="sr-only">{texts.aboutTheApplication}</legend>
      <Field label={texts.name} schema={applicationFields.name} error={errors.name?.message}>
        {(control) => <Input {...control} autoComplete="off" {...register('name')} />}
      </Field>
      <Field
        label={texts.description}
        schema={applicationFields.description}
        optional
        error={errors.description?.message}
      >
        {(control) => (
          <Textarea {...control} placeholder={texts.whatIsItAndHowIsIt} {...register('description')} />
        )}
      </Field>
      <Controller
        control={control}
        name="organizationId"
        render={({ field, fieldState: { error } }) => (
          <>{organization({ ...field, error: error?.message })}</>
        )}
      />
      <Checkbox label={texts.public} help={texts.listedInTheGalleryForEveryone} {...register('isPublic')} />
      <ThemePicker themes={themes} error={errors.theme?.message} field={register('theme')} />
    </fieldset>
  );
}
