import type { UseFormReturn } from 'react-hook-form';
import type { StorageConfig } from '#shared/storage/storage.ts';
import { texts } from '#web/i18n/en/storage/edit.ts';
import { Field } from '#web/ui/forms/field.tsx';
import { Input } from '#web/ui/forms/input.tsx';
import { isKept, type StorageFields, secretsOf } from './fields.ts';
import { Group, Line } from './group.tsx';
import { SecretField } from './secret-field.tsx';

interface ProviderFieldsProps {
  form: UseFormReturn<StorageFields>;
  config: StorageConfig | null;
}

export function AzureFields({ form, config }: ProviderFieldsProps) {
  const { register, formState, watch } = form;
  const errors = formState.errors.azure;
  const mono = { autoComplete: 'off', spellCheck: false, className: 'font-mono' };
  return (
    <Group title={texts.connection}>
      <Line>
        <SecretField
          label={texts.connectionString}
          field={register('azure.connectionString')}
          error={errors?.connectionString?.message}
          stored={secretsOf(config).azure}
          kept={isKept(watch(), config)}
          help={texts.copyItFromAccessKeysOrShared}
        />
      </Line>
      <Field label={texts.containerName} error={errors?.containerName?.message}>
        {(control) => <Input {...control} {...mono} {...register('azure.containerName')} />}
      </Field>
      <Field
        label={texts.accountName}
        optional
        error={errors?.accountName?.message}
        help={texts.neededIfTheConnectionStringDoes}
      >
        {(control) => <Input {...control} {...mono} {...register('azure.accountName')} />}
      </Field>
    </Group>
  );
}
