import { zodResolver } from '@hookform/resolvers/zod';
import { type ReactNode, useEffect, useState } from 'react';
import { Controller, useForm } from 'react-hook-form';
import * as z from 'zod/mini';
import { type ApplicationCard, applicationFields } from '#shared/apps/apps.ts';
import { textLine } from '#shared/contract/contract.ts';
import { ApiError, messageOf } from '#web/api.ts';
import { texts } from '#web/i18n/en/apps/edit.ts';
import { FormButtons } from '#web/ui/dialogs/form-footer.tsx';
import { Button } from '#web/ui/forms/button.tsx';
import { Checkbox } from '#web/ui/forms/checkbox.tsx';
import { type ChoiceField, Field } from '#web/ui/forms/field.tsx';
import { ImagePicker } from '#web/ui/forms/image-picker.tsx';
import { Input, Textarea } from '#web/ui/forms/input.tsx';
import { GeneratedPicture } from '#web/ui/layout/generated-picture.tsx';
import { Panel } from '#web/ui/layout/panel.tsx';
import type { useEditApp } from './use-change-app.ts';

const formSchema = z.object({
  name: textLine(120, texts.pleaseKeepTheNameUnder120, texts.applicationNameIsRequired),
  description: applicationFields.description,
  organizationId: z.string(),
  isPublic: z.boolean(),
});
type Fields = z.output<typeof formSchema>;

/** Draws the choice of an organization. */
export type OrganizationField = (field: ChoiceField) => ReactNode;

/** The field with the initial focus, if not the first. */
export type EditFocus = 'visibility';

interface EditFormProps {
  app: ApplicationCard;
  focus: EditFocus | undefined;
  edit: ReturnType<typeof useEditApp>;
  organization: OrganizationField;
  /** False if there is no organization to choose: the other fields can still be changed. */
  organizationRequired: boolean;
  onChanged: (changed: boolean) => void;
}

export function EditForm({ app, focus, edit, organization, organizationRequired, onChanged }: EditFormProps) {
  const [thumbnail, setThumbnail] = useState<File | null | undefined>(undefined);
  const form = useForm<Fields>({
    resolver: zodResolver(formSchema),
    defaultValues: {
      name: app.name,
      description: app.description,
      organizationId: app.organizationId ?? '',
      // An application that awaits approval becomes public with it.
      isPublic: app.isPublic || app.wantsPublic,
    },
  });
  const { errors, isDirty, dirtyFields } = form.formState;
  const changed = isDirty || thumbnail !== undefined;
  useEffect(() => onChanged(changed), [changed, onChanged]);
  const problems = edit.error instanceof ApiError ? edit.error.fields : {};
  const atField = Object.keys(problems).some((name) => name in formSchema.shape);
  const save = form.handleSubmit((fields) => {
    if (organizationRequired && fields.organizationId === '') {
      const message = texts.pleaseSelectAnOrganization;
      return form.setError('organizationId', { message }, { shouldFocus: true });
    }
    const ifChanged = <Name extends keyof Fields>(name: Name) =>
      dirtyFields[name] ? fields[name] : undefined;
    edit.mutate({
      name: ifChanged('name'),
      description: ifChanged('description'),
      isPublic: ifChanged('isPublic'),
      organizationId: ifChanged('organizationId'),
      thumbnail,
    });
  });
  return (
    <form noValidate aria-label={texts.editApplication} onSubmit={save} className="mt-6">
      <fieldset disabled={edit.isPending} className="grid gap-5">
        <Field
          label={texts.name}
          schema={formSchema.shape.name}
          error={errors.name?.message ?? problems.name}
        >
          {(control) => <Input {...control} autoComplete="off" {...form.register('name')} />}
        </Field>
        <Field
          label={texts.description}
          schema={formSchema.shape.description}
          optional
          error={errors.description?.message ?? problems.description}
        >
          {(control) => <Textarea {...control} {...form.register('description')} />}
        </Field>
        <Controller
          control={form.control}
          name="organizationId"
          render={({ field, fieldState: { error } }) => (
            <>{organization({ ...field, error: error?.message ?? problems.organizationId })}</>
          )}
        />
        <Checkbox
          label={texts.public}
          help={texts.listedInTheGalleryForEveryone}
          data-focus-first={focus === 'visibility' || undefined}
          {...form.register('isPublic')}
        />
        <ImagePicker
          label={texts.thumbnail}
          file={thumbnail ?? null}
          current={thumbnail === null ? null : app.thumbnailUrl}
          placeholder={<GeneratedPicture seed={app.id} name={app.name} />}
          disabled={edit.isPending}
          onPick={setThumbnail}
          // A newly chosen picture reverts to the stored one, which is removed at the next request.
          onRemove={() => setThumbnail(thumbnail || !app.thumbnailUrl ? undefined : null)}
        />
      </fieldset>
      {edit.isError && !atField && (
        <Panel tone="danger" role="alert" className="mt-5">
          {messageOf(edit.error)}
        </Panel>
      )}
      <FormButtons>
        <Button type="submit" variant="primary" disabled={!changed || edit.isPending}>
          {edit.isPending ? texts.saving : texts.saveChanges}
        </Button>
      </FormButtons>
    </form>
  );
}
