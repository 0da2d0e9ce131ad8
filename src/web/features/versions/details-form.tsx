import { zodResolver } from '@hookform/resolvers/zod';
import { useForm, useWatch } from 'react-hook-form';
import * as z from 'zod/mini';
import { type Application, applicationFields } from '#shared/apps/apps.ts';
import { type Theme, themes } from '#shared/apps/themes.ts';
import { textLine } from '#shared/contract/contract.ts';
import { messageOf } from '../../api.ts';
import { texts } from '../../i18n/en/versions.ts';
import { format } from '../../i18n/format.ts';
import { Button } from '../../ui/forms/button.tsx';
import { Field } from '../../ui/forms/field.tsx';
import { Input, Textarea } from '../../ui/forms/input.tsx';
import { FoldedThemePicker } from '../../ui/forms/theme-picker.tsx';
import { Panel } from '../../ui/layout/panel.tsx';
import { Section } from './section.tsx';
import { useFormDraft } from './use-form-draft.ts';
import { type Details, useUpdateDetails } from './use-versions.ts';

const detailsSchema = z.object({
  name: textLine(120, texts.pleaseKeepTheNameUnder120, texts.applicationNameIsRequired),
  description: applicationFields.description,
  theme: z.enum(themes),
});

/** Unsaved input may be invalid. */
const draftSchema = z.object({ name: z.string(), description: z.string(), theme: z.enum(themes) });

interface DetailsFormProps {
  app: Application;
  userId: string;
  /** The available themes; the application's current theme stays a choice in any case. */
  offered: readonly Theme[];
}

export function DetailsForm({ app, userId, offered }: DetailsFormProps) {
  const update = useUpdateDetails(app.id);
  const { name, description, theme } = app;
  const saved = { name, description, theme };
  const choices = offered.includes(theme) ? offered : [theme, ...offered];
  const form = useForm<Details>({
    resolver: zodResolver(detailsSchema),
    // Saved changes by others appear here, except in edited fields.
    values: saved,
    resetOptions: { keepDirtyValues: true },
  });
  const { control, register, handleSubmit, reset, formState } = form;
  const { errors, dirtyFields, isDirty } = formState;
  const chosen = useWatch({ control, name: 'theme' });
  const draft = useFormDraft({
    key: `flux-details-draft-${userId}-${app.id}`,
    schema: draftSchema,
    form,
    saved,
    isOffered: (field, value) => field !== 'theme' || choices.some((choice) => choice === value),
  });
  const save = handleSubmit(async (details) => {
    try {
      const saved = await update.mutateAsync(changed(details, dirtyFields));
      reset({ name: saved.name, description: saved.description, theme: saved.theme });
      draft.forget();
    } catch {
      // Shown below.
    }
  });
  return (
    <Section title={texts.applicationDetails} text={texts.nameDescriptionAndTheme}>
      <form
        noValidate
        aria-label={texts.applicationDetails}
        onSubmit={save}
        onChange={draft.keep}
        className="grid gap-6 lg:max-w-reading"
      >
        <fieldset disabled={update.isPending} className="grid gap-6">
          <Field label={texts.name} schema={detailsSchema.shape.name} error={errors.name?.message}>
            {(control) => <Input {...control} autoComplete="off" {...register('name')} />}
          </Field>
          <Field
            label={texts.description}
            schema={detailsSchema.shape.description}
            optional
            error={errors.description?.message}
          >
            {(control) => <Textarea {...control} {...register('description')} />}
          </Field>
          <FoldedThemePicker
            chosen={chosen}
            themes={choices}
            error={errors.theme?.message}
            field={register('theme')}
          />
        </fieldset>
        {update.isError && (
          <Panel tone="danger" role="alert">
            {format(texts.failedToUpdateApplicationDetails, { error: messageOf(update.error) })}
          </Panel>
        )}
        <div className="flex flex-wrap gap-3">
          <Button
            type="submit"
            variant={isDirty ? 'primary' : undefined}
            disabled={!isDirty || update.isPending}
          >
            {update.isPending ? texts.updating : texts.updateDetails}
          </Button>
          {isDirty && !update.isPending && (
            <Button
              onClick={() => {
                update.reset();
                // Otherwise edited fields would keep stale dirty state after a change by others.
                reset(undefined, { keepDirtyValues: false });
                draft.forget();
              }}
            >
              {texts.discardChanges}
            </Button>
          )}
        </div>
      </form>
    </Section>
  );
}

/** Unchanged fields are not sent, so that they cannot undo changes by others. */
function changed(details: Details, dirty: Partial<Record<keyof Details, boolean>>): Partial<Details> {
  return Object.fromEntries(Object.entries(details).filter(([name]) => dirty[name as keyof Details]));
}
