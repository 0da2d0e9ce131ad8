import { zodResolver } from '@hookform/resolvers/zod';
import { Controller, useForm } from 'react-hook-form';
import * as z from 'zod/mini';
import type { Application } from '#shared/apps/apps.ts';
import { deviceAccessSchema, type PlayerSettings } from '#shared/apps/player-settings.ts';
import { deviceAccesses } from '#shared/play/game-features.ts';
import { type Isolation, threadIsolations } from '#shared/play/isolation.ts';
import { messageOf } from '../../api.ts';
import { texts } from '../../i18n/en/player-settings.ts';
import { format } from '../../i18n/format.ts';
import { Button } from '../../ui/forms/button.tsx';
import { Checkbox } from '../../ui/forms/checkbox.tsx';
import { RadioGroup } from '../../ui/forms/radio-group.tsx';
import { Panel } from '../../ui/layout/panel.tsx';
import { DeviceSwitches } from './device-switches.tsx';
import { Section } from './section.tsx';
import { useFormDraft } from './use-form-draft.ts';
import { useUpdatePlayerSettings } from './use-player-settings.ts';

const settingsSchema = z.object({
  deviceAccess: z.array(deviceAccessSchema),
  threadIsolation: z.enum(threadIsolations),
  singlePageRoutes: z.boolean(),
});

interface PlayerSettingsFormProps {
  app: Application;
  userId: string;
  /** How this server isolates games. */
  isolation: Isolation;
}

/** How browsers run the application: permissions, isolation for threads, single-page routes. */
export function PlayerSettingsForm({ app, userId, isolation }: PlayerSettingsFormProps) {
  const update = useUpdatePlayerSettings(app.id);
  const saved = settingsOf(app);
  const form = useForm<PlayerSettings>({
    resolver: zodResolver(settingsSchema),
    // Saved changes by others appear here, except in edited fields.
    values: saved,
    resetOptions: { keepDirtyValues: true },
  });
  const { register, control, handleSubmit, reset, formState } = form;
  const { dirtyFields, isDirty } = formState;
  const draft = useFormDraft({
    key: `flux-player-settings-draft-${userId}-${app.id}`,
    schema: settingsSchema,
    form,
    saved,
  });
  const save = handleSubmit(async (settings) => {
    try {
      reset(settingsOf(await update.mutateAsync(changed(settings, dirtyFields))));
      draft.forget();
    } catch {
      // Shown below.
    }
  });
  return (
    <Section title={texts.playerSettings} text={texts.whatBrowsersAllowTheGame}>
      <form
        noValidate
        aria-label={texts.playerSettings}
        onSubmit={save}
        onChange={draft.keep}
        className="grid gap-6 lg:max-w-reading"
      >
        <fieldset disabled={update.isPending} className="grid gap-6">
          <DeviceSwitches
            field={register('deviceAccess')}
            used={app.build?.deviceUse ?? []}
            isolation={isolation}
          />
          <Controller
            control={control}
            name="threadIsolation"
            render={({ field }) => (
              <RadioGroup
                label={texts.isolationForThreads}
                options={isolationOptions(app.build?.threads === true)}
                value={field.value}
                onChoose={field.onChange}
                input={field.ref}
              />
            )}
          />
          <Checkbox
            label={texts.serveTheStartPage}
            help={texts.forSinglePageRoutes}
            {...register('singlePageRoutes')}
          />
        </fieldset>
        {update.isError && (
          <Panel tone="danger" role="alert">
            {format(texts.settingsNotSaved, { error: messageOf(update.error) })}
          </Panel>
        )}
        <div className="flex flex-wrap gap-3">
          <Button
            type="submit"
            variant={isDirty ? 'primary' : undefined}
            disabled={!isDirty || update.isPending}
          >
            {update.isPending ? texts.saving : texts.saveSettings}
          </Button>
          {isDirty && !update.isPending && (
            <Button
              onClick={() => {
                update.reset();
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

function settingsOf({ deviceAccess, threadIsolation, singlePageRoutes }: Application): PlayerSettings {
  return {
    // In the order of the switches in the form.
    deviceAccess: deviceAccesses.filter((each) => deviceAccess.includes(each)),
    threadIsolation: threadIsolation ?? 'automatic',
    singlePageRoutes: singlePageRoutes ?? false,
  };
}

function isolationOptions(threads: boolean) {
  return [
    {
      value: 'automatic',
      label: texts.automatic,
      text: threads ? texts.onSinceThreads : texts.offWithoutThreads,
    },
    { value: 'on', label: texts.on, text: texts.forThreadsFromElsewhere },
    { value: 'off', label: texts.off, text: texts.threadsDoNotRun },
  ] as const;
}

/** Unchanged fields are not sent, so that they cannot undo changes by others. */
function changed(settings: PlayerSettings, dirty: Partial<Record<keyof PlayerSettings, unknown>>) {
  const { deviceAccess, threadIsolation, singlePageRoutes } = settings;
  return {
    deviceAccess: dirty.deviceAccess ? deviceAccess : undefined,
    threadIsolation: dirty.threadIsolation ? threadIsolation : undefined,
    singlePageRoutes: dirty.singlePageRoutes ? singlePageRoutes : undefined,
  };
}
