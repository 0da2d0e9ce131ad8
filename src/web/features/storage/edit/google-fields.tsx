import type { UseFormReturn } from 'react-hook-form';
import type { StorageConfig } from '#shared/storage/storage.ts';
import { texts } from '#web/i18n/en/storage/edit.ts';
import { Checkbox } from '#web/ui/forms/checkbox.tsx';
import { Field } from '#web/ui/forms/field.tsx';
import { Input } from '#web/ui/forms/input.tsx';
import { isKept, type StorageFields, secretsOf } from './fields.ts';
import { Group, Line } from './group.tsx';
import { SecretField } from './secret-field.tsx';

interface ProviderFieldsProps {
  form: UseFormReturn<StorageFields>;
  config: StorageConfig | null;
}

export function GoogleFields({ form, config }: ProviderFieldsProps) {
  const { register, formState, watch } = form;
  const errors = formState.errors.googleCloud;
  const stored = secretsOf(config).googleCloud;
  const kept = isKept(watch(), config);
  const mono = { autoComplete: 'off', spellCheck: false, className: 'font-mono' };
  return (
    <Group title={texts.connection}>
      <Field label={texts.projectId} error={errors?.projectId?.message}>
        {(control) => <Input {...control} {...mono} {...register('googleCloud.projectId')} />}
      </Field>
      <Field label={texts.bucketName} error={errors?.bucketName?.message}>
        {(control) => <Input {...control} {...mono} {...register('googleCloud.bucketName')} />}
      </Field>
      <Line>
        <Field
          label={texts.keyFilePath}
          optional
          error={errors?.keyFilename?.message}
          help={texts.aFileInTheKeyFolder}
        >
          {(control) => (
            <Input
              {...control}
              {...mono}
              placeholder="service-account.json"
              {...register('googleCloud.keyFilename')}
            />
          )}
        </Field>
      </Line>
      <Line>
        <SecretField
          label={texts.serviceAccountKey}
          optional
          field={register('googleCloud.credentials')}
          error={errors?.credentials?.message}
          stored={stored}
          kept={kept}
          help={texts.orPasteTheJsonOfAKey}
        >
          {kept && <Checkbox label={texts.deleteTheStoredKey} {...register('googleCloud.forget')} />}
        </SecretField>
      </Line>
    </Group>
  );
}
