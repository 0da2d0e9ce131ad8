import { useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import type { StorageConfig } from '#shared/storage/storage.ts';
import { storageRegions } from '#shared/storage/storage-form.ts';
import { texts } from '#web/i18n/en/storage/edit.ts';
import { Field } from '#web/ui/forms/field.tsx';
import { Input, Select } from '#web/ui/forms/input.tsx';
import { isKept, isOtherRegion, type StorageFields, secretsOf } from './fields.ts';
import { Group, Line } from './group.tsx';
import { SecretField } from './secret-field.tsx';

interface ProviderFieldsProps {
  form: UseFormReturn<StorageFields>;
  config: StorageConfig | null;
}

const other = 'other';

export function AwsFields({ form, config }: ProviderFieldsProps) {
  const { register, formState, watch } = form;
  const errors = formState.errors.aws;
  const mono = { autoComplete: 'off', spellCheck: false, className: 'font-mono' };
  return (
    <Group title={texts.connection}>
      <Field label={texts.accessKeyId} error={errors?.accessKeyId?.message}>
        {(control) => <Input {...control} {...mono} {...register('aws.accessKeyId')} />}
      </Field>
      <SecretField
        label={texts.secretAccessKey}
        field={register('aws.secretAccessKey')}
        error={errors?.secretAccessKey?.message}
        stored={secretsOf(config).aws}
        kept={isKept(watch(), config)}
      />
      <RegionFields form={form} />
      <Field label={texts.bucketName} error={errors?.bucketName?.message}>
        {(control) => <Input {...control} {...mono} {...register('aws.bucketName')} />}
      </Field>
      <Line>
        <Field
          label={texts.endpoint}
          optional
          error={errors?.endpoint?.message}
          help={texts.ofAnS3CompatibleServiceLeftBlank}
        >
          {(control) => (
            <Input
              {...control}
              {...mono}
              inputMode="url"
              placeholder="https://s3.example.com"
              {...register('aws.endpoint')}
            />
          )}
        </Field>
      </Line>
    </Group>
  );
}

/** A select, because regions are long to type. Other services have their own regions. */
function RegionFields({ form: { watch, setValue, register, formState } }: Pick<ProviderFieldsProps, 'form'>) {
  const region = watch('aws.region');
  const [others, setOthers] = useState(isOtherRegion(region));
  const error = formState.errors.aws?.region?.message;
  const choose = (value: string) => {
    setOthers(value === other);
    setValue('aws.region', value === other ? '' : value, {
      shouldDirty: true,
      shouldValidate: formState.isSubmitted && value !== other,
    });
  };
  return (
    <>
      <Field label={texts.region} error={others ? undefined : error}>
        {(control) => (
          <Select
            {...control}
            value={others ? other : region}
            onChange={(event) => choose(event.target.value)}
          >
            {storageRegions.map((each) => (
              <option key={each} value={each}>
                {each}
              </option>
            ))}
            <option value={other}>{texts.anotherOne}</option>
          </Select>
        )}
      </Field>
      {others && (
        <Field label={texts.regionOfTheService} error={error} help={texts.theNameFromItsDocumentationSuch}>
          {(control) => (
            <Input
              {...control}
              autoComplete="off"
              spellCheck={false}
              className="font-mono"
              {...register('aws.region')}
            />
          )}
        </Field>
      )}
    </>
  );
}
