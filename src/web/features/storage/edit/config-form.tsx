import { toNestErrors } from '@hookform/resolvers';
import { useEffect } from 'react';
import { type FieldErrors, type Resolver, type UseFormReturn, useForm } from 'react-hook-form';
import type { StorageConfig } from '#shared/storage/storage.ts';
import {
  storageConfigFields,
  storageProviderLabels,
  storageProviders,
} from '#shared/storage/storage-form.ts';
import { ApiError, messageOf } from '#web/api.ts';
import { texts } from '#web/i18n/en/storage/edit.ts';
import { FormFooter } from '#web/ui/dialogs/form-footer.tsx';
import { Button } from '#web/ui/forms/button.tsx';
import { Field } from '#web/ui/forms/field.tsx';
import { Input, Select, Textarea } from '#web/ui/forms/input.tsx';
import { Panel } from '#web/ui/layout/panel.tsx';
import type { useSaveConfig } from '../use-storage.ts';
import { AwsFields } from './aws-fields.tsx';
import { AzureFields } from './azure-fields.tsx';
import { fieldPaths, fieldsOf, freshAws, inputOf, problemsOf, type StorageFields } from './fields.ts';
import { GoogleFields } from './google-fields.tsx';
import { Group } from './group.tsx';
import { SettingsFields } from './settings-fields.tsx';

interface ConfigFormProps {
  /** Null: a new one. */
  config: StorageConfig | null;
  save: ReturnType<typeof useSaveConfig>;
  onChanged: (changed: boolean) => void;
  onSaved: () => void;
}

/** Validates by the API's schema before sending. */
function rulesFor(stored: StorageConfig | null): Resolver<StorageFields> {
  return (values, _, options) => {
    const problems = Object.entries(problemsOf(values, stored));
    if (problems.length === 0) return { values, errors: {} };
    const errors: FieldErrors = Object.fromEntries(
      problems.map(([path, message]) => [path, { type: 'rule', message }]),
    );
    return { values: {}, errors: toNestErrors(errors, options) };
  };
}

/** Errors from the server are shown at their fields too. */
function useServerProblems(form: UseFormReturn<StorageFields>, error: unknown) {
  useEffect(() => {
    const problems = error instanceof ApiError ? error.fields : {};
    const paths = fieldPaths.filter((path) => path in problems);
    for (const path of paths)
      form.setError(path, { message: problems[path] }, { shouldFocus: path === paths[0] });
  }, [form, error]);
}

export function ConfigForm({ config, save, onChanged, onSaved }: ConfigFormProps) {
  const form = useForm<StorageFields>({ resolver: rulesFor(config), defaultValues: fieldsOf(config) });
  const { register, watch, setValue, clearErrors, formState } = form;
  const { errors, isDirty } = formState;
  useEffect(() => onChanged(isDirty), [isDirty, onChanged]);
  useServerProblems(form, save.error);
  const provider = watch('provider');
  const atField = save.error instanceof ApiError && fieldPaths.some((path) => path in fieldsIn(save.error));
  const startOver = () => {
    setValue('aws', freshAws);
    clearErrors();
  };
  return (
    <form
      noValidate
      aria-label={texts.storageConfiguration}
      onSubmit={form.handleSubmit((fields) => save.mutate(inputOf(fields), { onSuccess: onSaved }))}
      className="mt-6"
    >
      <fieldset disabled={save.isPending} className="grid gap-5">
        <Field label={texts.provider} error={errors.provider?.message}>
          {(control) => (
            <Select {...control} {...register('provider', { onChange: startOver })}>
              {storageProviders.map((each) => (
                <option key={each} value={each}>
                  {storageProviderLabels[each]}
                </option>
              ))}
            </Select>
          )}
        </Field>
        <Field label={texts.name} schema={storageConfigFields.name} error={errors.name?.message}>
          {(control) => <Input {...control} autoComplete="off" {...register('name')} />}
        </Field>
        <Field
          label={texts.description}
          schema={storageConfigFields.description}
          optional
          error={errors.description?.message}
        >
          {(control) => <Textarea {...control} {...register('description')} />}
        </Field>
        {provider === 'local' && <p className="text-13 text-muted">{texts.itsFilesAreInTheirOwnFolderOn}</p>}
        {provider === 'aws-s3' && <AwsFields form={form} config={config} />}
        {provider === 'google-cloud' && <GoogleFields form={form} config={config} />}
        {provider === 'azure-blob' && <AzureFields form={form} config={config} />}
        <Group title={texts.settings}>
          <SettingsFields form={form} />
        </Group>
      </fieldset>
      <FormFooter>
        {save.isError && !atField && <Failure error={save.error} />}
        <div className="flex justify-end">
          <Button type="submit" variant="primary" disabled={(config !== null && !isDirty) || save.isPending}>
            {save.isPending ? texts.saving : config ? texts.saveChanges : texts.addConfiguration}
          </Button>
        </div>
      </FormFooter>
    </form>
  );
}

function Failure({ error }: { error: unknown }) {
  return (
    <Panel tone="danger" role="alert" className="mb-4 grid gap-1 wrap-anywhere">
      <p>{messageOf(error)}</p>
      {error instanceof ApiError && error.details.map((line) => <p key={line}>{line}</p>)}
    </Panel>
  );
}

function fieldsIn(error: unknown): Record<string, string> {
  return error instanceof ApiError ? error.fields : {};
}
