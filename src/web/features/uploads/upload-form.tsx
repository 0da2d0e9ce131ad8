import { zodResolver } from '@hookform/resolvers/zod';
import { useRef, useState } from 'react';
import { useForm } from 'react-hook-form';
import { type Application, createApplication } from '#shared/apps/apps.ts';
import type { Theme } from '#shared/apps/themes.ts';
import type { UploadLimits } from '#shared/versions/build-file.ts';
import { newApplicationTarget } from '#shared/versions/uploads.ts';
import { call } from '../../api.ts';
import { texts } from '../../i18n/en/uploads.ts';
import { Rich } from '../../i18n/rich.tsx';
import { ImagePicker } from '../../ui/forms/image-picker.tsx';
import { Panel } from '../../ui/layout/panel.tsx';
import {
  type UploadForm as Fields,
  forgetDraft,
  isBlank,
  readDraft,
  readThumbnailName,
  uploadFieldNames,
  uploadFormSchema,
  writeDraft,
  writeThumbnailName,
} from './draft.ts';
import { FilePicker } from './file-picker.tsx';
import { fileRefusal } from './file-refusal.ts';
import { LimitNotice } from './limit-notice.tsx';
import { LimitReached } from './limit-reached.tsx';
import type { Picked } from './picked-files.ts';
import { SendingSection } from './sending-section.tsx';
import { suggestedName } from './suggested-name.ts';
import { canResumeFor } from './unfinished.ts';
import { UnfinishedNotice } from './unfinished-notice.tsx';
import { type OrganizationField, UploadFields } from './upload-fields.tsx';
import { explainsProblem, type UploadLimit } from './upload-limit.ts';
import { useBuildFile } from './use-build-file.ts';
import { useBuildSubmit } from './use-build-submit.ts';
import { usePublish } from './use-publish.ts';
import { useUnfinished } from './use-unfinished.ts';

interface UploadFormProps {
  userId: string;
  accepts: UploadLimits;
  themes: readonly Theme[];
  limit: UploadLimit | null;
  organization: OrganizationField;
  /** `isHere` if the user is still on the form. */
  onPublished: (app: Application, isHere: boolean) => void;
  /** An account without a plan tried to upload. */
  onNoPlan: (message: string) => void;
}

export function UploadForm({ userId, accepts, themes, limit, organization, ...on }: UploadFormProps) {
  const form = useForm<Fields>({
    resolver: zodResolver(uploadFormSchema),
    defaultValues: readDraft(userId),
    // The file is above the fields and not part of the schema: `submit` finds the first invalid one.
    shouldFocusError: false,
  });
  const build = useBuildFile(accepts);
  const [thumbnail, setThumbnail] = useState<File | null>(null);
  const [lostThumbnail, setLostThumbnail] = useState(() => readThumbnailName(userId));
  const chooseThumbnail = (file: File | null) => {
    setThumbnail(file);
    setLostThumbnail(null);
    writeThumbnailName(userId, file?.name ?? null);
  };
  const { state, publish, cancel } = usePublish({
    userId,
    target: newApplicationTarget,
    problemOf: build.problemOf,
    publish: async (uploadId, fields: Fields) => {
      const draft = readDraft(userId);
      const files: Record<string, File> = thumbnail ? { thumbnail } : {};
      const app = await call(createApplication, { body: { uploadId, ...fields }, files });
      forgetDraft(userId, draft);
      writeThumbnailName(userId, null);
      return app;
    },
    onPublished: on.onPublished,
    onNoPlan: on.onNoPlan,
  });
  const { name: nameTouched } = form.formState.touchedFields;
  /** The name suggested by the previous file, even if that was refused. */
  const suggested = useRef('');
  /** Only without user input: the field is empty, or has the previous suggestion. */
  const suggestName = (file: Picked) => {
    const shown = form.getValues('name');
    const untouched = shown === '' || shown === suggested.current;
    if (nameTouched || !untouched || build.problemOf(file) !== null) return;
    suggested.current = suggestedName(file.name);
    form.setValue('name', suggested.current, { shouldValidate: form.formState.isSubmitted });
  };
  const hasUnfinished =
    useUnfinished().data?.some((upload) => canResumeFor(upload, newApplicationTarget)) ?? false;
  const busy = state.step !== 'idle';
  // Not during an upload, which counts itself once published, nor if its result is already shown.
  const noticed = busy || explainsProblem(limit, state.problem) ? null : limit;
  const submit = useBuildSubmit({
    form,
    build,
    names: uploadFieldNames,
    limit,
    onNoPlan: on.onNoPlan,
    publish,
  });
  // A started form stays open, so that no input is lost.
  const isBegun = build.file !== null || thumbnail !== null || hasUnfinished || !isBlank(form.getValues());
  if (noticed && !isBegun) return <LimitReached limit={noticed} />;
  return (
    <div className="grid gap-6">
      {noticed && <LimitNotice limit={noticed} />}
      {!busy && <UnfinishedNotice target={newApplicationTarget} />}
      <form
        noValidate
        aria-label={texts.upload}
        onSubmit={submit}
        onChange={() => writeDraft(userId, form.getValues())}
        className="grid gap-6"
      >
        <FilePicker
          file={build.file}
          problem={build.problem}
          refusal={fileRefusal(state, build.file)}
          disabled={busy}
          accepts={accepts}
          input={build.input}
          onProblem={build.refuse}
          onPick={(file) => {
            suggestName(file);
            build.pick(file);
          }}
        />
        <UploadFields form={form} organization={organization} themes={themes} disabled={busy} />
        <div className="grid gap-3">
          <ImagePicker
            label={texts.thumbnail}
            file={thumbnail}
            disabled={busy}
            onPick={chooseThumbnail}
            onRemove={() => chooseThumbnail(null)}
          />
          {lostThumbnail !== null && (
            <Panel tone="info" className="wrap-anywhere">
              <Rich
                text={texts.chooseTheThumbnailAgain}
                with={{ fileName: <bdi className="font-semibold">{lostThumbnail}</bdi> }}
              />
            </Panel>
          )}
        </div>
        <SendingSection
          state={state}
          label={texts.uploadApplication}
          limit={limit}
          failed={texts.failedToCreateApplication}
          onCancel={cancel}
        />
      </form>
    </div>
  );
}
