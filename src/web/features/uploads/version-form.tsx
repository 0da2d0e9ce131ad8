import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import * as z from 'zod/mini';
import type { UploadLimits } from '#shared/versions/build-file.ts';
import { createVersion, type Version, versionFields } from '#shared/versions/versions.ts';
import { type ApiError, call } from '../../api.ts';
import { texts } from '../../i18n/en/uploads.ts';
import { format } from '../../i18n/format.ts';
import { isRefusal } from '../../lib/session/refusal.ts';
import { Field } from '../../ui/forms/field.tsx';
import { Input, Textarea } from '../../ui/forms/input.tsx';
import { FilePicker } from './file-picker.tsx';
import { fileRefusal } from './file-refusal.ts';
import { LimitNotice } from './limit-notice.tsx';
import { SendingSection } from './sending-section.tsx';
import { UnfinishedNotice } from './unfinished-notice.tsx';
import { closedText, explainsProblem, type UploadLimit } from './upload-limit.ts';
import { useBuildFile } from './use-build-file.ts';
import { useBuildSubmit } from './use-build-submit.ts';
import { usePublish } from './use-publish.ts';

const formSchema = z.object(versionFields);
type Fields = z.output<typeof formSchema>;
const fieldNames = ['version', 'changelog'] as const;
const emptyForm: Fields = { version: '', changelog: '' };

interface VersionFormProps {
  appId: string;
  userId: string;
  /** The number of the active version, the preferred base of a new build. */
  currentVersion: string;
  accepts: UploadLimits;
  /** The number of a version whose field is left blank; undefined if the versions are unknown. */
  nextNumber: string | undefined;
  limit: UploadLimit | null;
  onPublished: (version: Version) => void;
  /** An account without a plan tried to upload. */
  onNoPlan: (message: string) => void;
}

/** Sends a build as the next version of an application. */
export function VersionForm({
  appId,
  userId,
  currentVersion,
  accepts,
  nextNumber,
  limit,
  ...on
}: VersionFormProps) {
  const form = useForm<Fields>({
    resolver: zodResolver(formSchema),
    defaultValues: emptyForm,
    // The file is above the fields and not part of the schema: `submit` finds the first invalid one.
    shouldFocusError: false,
  });
  const build = useBuildFile(accepts);
  const { state, publish, cancel } = usePublish({
    userId,
    target: appId,
    problemOf: build.problemOf,
    publish: async (uploadId, fields: Fields) =>
      (await call(createVersion, { params: { id: appId }, body: { uploadId, ...fields } })).version,
    onPublished: (version) => {
      form.reset(emptyForm);
      build.clear();
      on.onPublished(version);
    },
    onNoPlan: on.onNoPlan,
  });
  const busy = state.step !== 'idle';
  // Not during an upload, which counts itself once published, nor if its result is already shown.
  const noticed = busy || explainsProblem(limit, state.problem) ? null : limit;
  const { errors, isDirty } = form.formState;
  // A started form stays open, so that no input is lost.
  const closed = busy || isDirty || build.file ? null : closedText(noticed, appId);
  const submit = useBuildSubmit({ form, build, names: fieldNames, limit, onNoPlan: on.onNoPlan, publish });
  return (
    <div className="grid gap-6">
      {noticed && <LimitNotice limit={noticed} versionsOf={appId} />}
      {!busy && <UnfinishedNotice target={appId} />}
      <form noValidate aria-label={texts.uploadNewVersion} onSubmit={submit} className="grid gap-6">
        <FilePicker
          file={build.file}
          problem={build.problem}
          refusal={fileRefusal(state, build.file)}
          titleOf={failureOf}
          disabled={busy || closed !== null}
          closed={closed}
          accepts={accepts}
          input={build.input}
          onProblem={build.refuse}
          onPick={build.pick}
        />
        <fieldset disabled={busy || closed !== null} className="grid gap-6">
          <legend className="sr-only">{texts.aboutTheVersion}</legend>
          <Field
            label={texts.versionNumber}
            schema={versionFields.version}
            optional
            error={errors.version?.message}
            help={closed ?? (nextNumber && format(texts.leaveBlankToUseNextNumber, { nextNumber }))}
          >
            {(control) => (
              <Input
                {...control}
                autoComplete="off"
                placeholder={nextNumber}
                className="font-mono md:max-w-60"
                {...form.register('version')}
              />
            )}
          </Field>
          <Field
            label={texts.changelog}
            schema={versionFields.changelog}
            error={errors.changelog?.message}
            help={closed ?? undefined}
          >
            {(control) => (
              <Textarea
                {...control}
                placeholder={texts.whatsNewInThisVersion}
                {...form.register('changelog')}
              />
            )}
          </Field>
        </fieldset>
        <SendingSection
          state={state}
          versionsOf={appId}
          currentVersion={currentVersion}
          label={texts.uploadNewVersion}
          limit={limit}
          failed={texts.failedToCreateVersion}
          titleOf={failureOf}
          onCancel={cancel}
        />
      </form>
    </div>
  );
}

function failureOf(problem: ApiError): string {
  if (problem.code === 'limit_reached') return problem.message;
  return isRefusal(problem)
    ? format(texts.uploadFailedMessage, { message: problem.message })
    : texts.uploadFailedPleaseTryAgain;
}
