import type { UseFormReturn } from 'react-hook-form';
import type { StorageConfig } from '#shared/storage.ts';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { Field } from '../../../ui/field.tsx';
import { Input } from '../../../ui/input.tsx';
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
    <Group title="Connection">
      <Field label="Project ID" error={errors?.projectId?.message}>
        {(control) => <Input {...control} {...mono} {...register('googleCloud.projectId')} />}
      </Field>
      <Field label="Bucket name" error={errors?.bucketName?.message}>
        {(control) => <Input {...control} {...mono} {...register('googleCloud.bucketName')} />}
      </Field>
      <Line>
        <Field
          label="Key file path"
          optional
          error={errors?.keyFilename?.message}
          help="The name of a key file in the folder that FLUX_GOOGLE_KEY_FOLDER names on the server."
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
          label="Service account key"
          optional
          field={register('googleCloud.credentials')}
          error={errors?.credentials?.message}
          stored={stored}
          kept={kept}
          help="Or paste the JSON of a key here. With neither, the server's own identity at Google is used."
        >
          {kept && <Checkbox label="Forget the stored key" {...register('googleCloud.forget')} />}
        </SecretField>
      </Line>
    </Group>
  );
}
