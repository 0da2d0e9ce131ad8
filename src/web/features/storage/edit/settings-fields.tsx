import type { UseFormReturn } from 'react-hook-form';
import { buildFileExtensions } from '#shared/build-file.ts';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { Field, FieldError } from '../../../ui/field.tsx';
import { Input, Select } from '../../../ui/input.tsx';
import type { StorageFields } from './fields.ts';
import { Line } from './group.tsx';

/** What holds for uploads while the configuration is active, and for what lies there. */
export function SettingsFields({ form }: { form: UseFormReturn<StorageFields> }) {
  const { register, formState } = form;
  const errors = formState.errors.settings;
  const number = { type: 'number', step: 1, inputMode: 'numeric' } as const;
  return (
    <>
      <Field
        label="Max file size (MB)"
        error={errors?.maxFileSize?.message}
        help="From 1 to 1000. FLUX_MAX_UPLOAD_BYTES of the server may allow less."
      >
        {(control) => (
          <Input {...control} {...number} min={1} max={1000} {...register('settings.maxFileSize')} />
        )}
      </Field>
      <Field
        label="Retention (days)"
        optional
        error={errors?.retentionDays?.message}
        help="After so many days the uploaded files of versions that are not active are dropped. Left blank, never."
      >
        {(control) => <Input {...control} {...number} min={1} {...register('settings.retentionDays')} />}
      </Field>
      <Line>
        <Field
          label="Public read"
          error={errors?.publicRead?.message}
          help="Whether downloads of public applications come from the provider itself. Private ones never do."
        >
          {(control) => (
            <Select {...control} {...register('settings.publicRead')}>
              <option value="private">Private (requires authentication)</option>
              <option value="public">Public (publicly accessible URLs)</option>
            </Select>
          )}
        </Field>
      </Line>
      <Line>
        <fieldset
          aria-describedby={errors?.allowedExtensions ? 'allowed-extensions-problem' : undefined}
          className="grid gap-2"
        >
          <legend className="mb-2 font-medium">Allowed extensions</legend>
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
