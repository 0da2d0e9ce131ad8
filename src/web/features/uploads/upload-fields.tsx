import type { UseFormReturn } from 'react-hook-form';
import type { Theme } from '#shared/themes.ts';
import { Checkbox } from '../../ui/checkbox.tsx';
import { Field } from '../../ui/field.tsx';
import { Input, Select, Textarea } from '../../ui/input.tsx';
import type { UploadForm } from './draft.ts';

const themeLabels: Record<Theme, string> = {
  vanilla: 'Vanilla: the page of your build, untouched',
  modern: 'Modern: clean and soft',
  gaming: 'Gaming: bold, with an edge of light',
  corporate: 'Corporate: light and restrained',
  minimal: 'Minimal: the game and a thin line',
  dark: 'Dark: a black theatre',
};

interface UploadFieldsProps {
  form: UseFormReturn<UploadForm>;
  themes: readonly Theme[];
  disabled: boolean;
}

export function UploadFields({ form, themes, disabled }: UploadFieldsProps) {
  const { register, formState } = form;
  const { errors } = formState;
  return (
    <fieldset disabled={disabled} className="grid gap-6">
      <legend className="sr-only">About the application</legend>
      <Field label="Name" error={errors.name?.message}>
        {(control) => <Input {...control} autoComplete="off" {...register('name')} />}
      </Field>
      <Field label="Description" optional error={errors.description?.message}>
        {(control) => (
          <Textarea
            {...control}
            placeholder="What is it, and how is it played?"
            {...register('description')}
          />
        )}
      </Field>
      <Field label="Theme" error={errors.theme?.message}>
        {(control) => (
          <Select {...control} {...register('theme')}>
            {themes.map((theme) => (
              <option key={theme} value={theme}>
                {themeLabels[theme]}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <Checkbox
        label="Public"
        help="Listed in the gallery for everyone. Otherwise only you and those you give the link can play it."
        {...register('isPublic')}
      />
    </fieldset>
  );
}
