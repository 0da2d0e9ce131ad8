import { zodResolver } from '@hookform/resolvers/zod';
import { useEffect, useEffectEvent, useRef } from 'react';
import { useForm } from 'react-hook-form';
import * as z from 'zod/mini';
import { type Application, applicationFields } from '#shared/apps.ts';
import { textLine } from '#shared/contract.ts';
import { type Theme, themes } from '#shared/themes.ts';
import { messageOf } from '../../api.ts';
import { texts } from '../../texts/en/versions.ts';
import { fill } from '../../texts/fill.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { Input, Textarea } from '../../ui/input.tsx';
import { Panel } from '../../ui/panel.tsx';
import { ThemePicker } from '../../ui/theme-picker.tsx';
import { forgetDraft, takeUpDraft, writeDraft } from './details-draft.ts';
import { Section } from './section.tsx';
import { type Details, useUpdateDetails } from './use-versions.ts';

const detailsSchema = z.object({
  name: textLine(120, texts.pleaseKeepTheNameUnder120, texts.applicationNameIsRequired),
  description: applicationFields.description,
  theme: z.enum(themes),
});

interface DetailsFormProps {
  app: Application;
  userId: string;
  /** What this Flux offers; the one that the application has stays a choice in any case. */
  offered: readonly Theme[];
}

export function DetailsForm({ app, userId, offered }: DetailsFormProps) {
  const update = useUpdateDetails(app.id);
  const { name, description, theme } = app;
  const draft = { userId, appId: app.id };
  const choices = offered.includes(theme) ? offered : [theme, ...offered];
  const { register, handleSubmit, reset, resetField, getValues, setValue, formState } = useForm<Details>({
    resolver: zodResolver(detailsSchema),
    // What changes elsewhere shows here, except where one is at work oneself.
    values: { name, description, theme },
    resetOptions: { keepDirtyValues: true },
  });
  const { errors, dirtyFields, isDirty } = formState;
  const saved = { name, description, theme };
  /** What was taken up and not touched since, with what was saved then. */
  const takenUp = useRef(new Map<keyof Details, string>());
  const takeUp = useEffectEvent(() => {
    const kept = Object.entries(takeUpDraft(draft, saved)) as [keyof Details, string][];
    for (const [field, value] of kept)
      if (field !== 'theme' || choices.includes(value as Theme)) {
        setValue(field, value, { shouldDirty: true });
        takenUp.current.set(field, saved[field]);
      }
  });
  const giveWay = useEffectEvent(() => {
    for (const [field, before] of takenUp.current)
      if (saved[field] !== before) {
        resetField(field, { defaultValue: saved[field] });
        takenUp.current.delete(field);
        keep();
      }
  });
  // A form begins with what is saved, or nothing would count as changed.
  useEffect(() => takeUp(), []);
  // What a page shows first may be what it knew before: what somebody else did meanwhile is not to be written over.
  // biome-ignore lint/correctness/useExhaustiveDependencies: they are what it follows
  useEffect(() => giveWay(), [name, description, theme]);
  const keep = () => writeDraft(draft, saved, getValues());
  const save = handleSubmit(async (details) => {
    try {
      const saved = await update.mutateAsync(changed(details, dirtyFields));
      reset({ name: saved.name, description: saved.description, theme: saved.theme });
      forgetDraft(draft);
    } catch {
      // Shown below.
    }
  });
  return (
    <Section title={texts.applicationDetails} text={texts.theNameTheWordsAndTheLooks}>
      <form
        noValidate
        aria-label={texts.applicationDetails}
        onSubmit={save}
        onChange={({ target }) => {
          takenUp.current.delete((target as EventTarget as HTMLInputElement).name as keyof Details);
          keep();
        }}
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
          <ThemePicker themes={choices} error={errors.theme?.message} field={register('theme')} />
        </fieldset>
        {update.isError && (
          <Panel tone="danger" role="alert">
            {fill(texts.failedToUpdateApplicationDetails, { error: messageOf(update.error) })}
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
                // Without it what is being changed would be kept, as where something changes elsewhere.
                reset(undefined, { keepDirtyValues: false });
                forgetDraft(draft);
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

/** What was not touched is not sent, so that it cannot undo what somebody else changed meanwhile. */
function changed(details: Details, dirty: Partial<Record<keyof Details, boolean>>): Partial<Details> {
  return Object.fromEntries(Object.entries(details).filter(([name]) => dirty[name as keyof Details]));
}
