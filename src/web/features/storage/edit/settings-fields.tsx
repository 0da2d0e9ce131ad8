import type { UseFormReturn } from 'react-hook-form';
import { buildFileExtensions } from '#shared/versions/build-file.ts';
import { texts } from '#web/i18n/en/storage/edit.ts';
import { Checkbox } from '#web/ui/forms/checkbox.tsx';
import { Field, FieldError } from '#web/ui/forms/field.tsx';
import { Input, Select } from '#web/ui/forms/input.tsx';
import type { StorageFields } from './fields.ts';
import { Line } from './group.tsx';

/** Rules for uploads while the configuration is active, and for its stored files. */
export function SettingsFields({ form }: { form: UseFormReturn<StorageFields> }) {
  const { register, formState } = form;
  const errors = formState.errors.settings;
  const number = { type: 'number', step: 1, inputMode: 'numeric' } as const;
  return (
    <>
      <Field
        label={texts.maxFileSizeMb}
        error={errors?.maxFileSize?.message}
        help={texts.from1To1000Megabytes}
      >
        {(control) => (
          <Input {...control} {...number} min={1} max={1000} {...register('settings.maxFileSize')} />
        )}
      </Field>
      <Field
        label={texts.retentionDays}
        optional
        error={errors?.retentionDays?.message}
        help={texts.uploadedFilesOfInactiveVersions}
      >
        {(control) => <Input {...control} {...number} min={1} {...register('settings.retentionDays')} />}
      </Field>
      <Line>
        <Field
          label={texts.publicRead}
          error={errors?.publicRead?.message}
          help={texts.whetherPlayersDownloadPublic}
        >
          {(control) => (
            <Select {...control} {...register('settings.publicRead')}>
              <option value="private">{texts.privateRequiresAuthentication}</option>
              <option value="public">{texts.publicPubliclyAccessibleUrls}</option>
            </Select>
          )}
        </Field>
      </Line>
      <Line>
        <fieldset
          aria-describedby={errors?.allowedExtensions ? 'allowed-extensions-problem' : undefined}
          className="grid gap-2"
        >
          <legend className="mb-2 font-medium">{texts.allowedExtensions}</legend>
          <div className="flex flex-wrap gap-x-6 gap-y-3">
            {buildFileExtensions.map((extension) => (
              <Checkbox
                key={extension}
                label={extension}
                value={extension}
                {...register('settings.allowedExtensions')}
              />
            ))}
          </div>
          {errors?.allowedExtensions?.message && (
            <FieldError id="allowed-extensions-problem">{errors.allowedExtensions.message}</FieldError>
          )}
        </fieldset>
      </Line>
    </>
  );
}
