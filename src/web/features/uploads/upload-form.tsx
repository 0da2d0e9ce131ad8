import { zodResolver } from '@hookform/resolvers/zod';
import { type FormEvent, useRef, useState } from 'react';
import { type FieldErrors, useForm } from 'react-hook-form';
import type { Application } from '#shared/apps.ts';
import { buildFileMessages, buildFileProblem } from '#shared/build-file.ts';
import type { Theme } from '#shared/themes.ts';
import { Button } from '../../ui/button.tsx';
import {
  type UploadForm as Fields,
  readDraft,
  uploadFieldNames,
  uploadFormSchema,
  writeDraft,
} from './draft.ts';
import { FilePicker } from './file-picker.tsx';
import { LeaveGuard } from './leave-guard.tsx';
import { RefusalPanel } from './refusal-panel.tsx';
import { UnfinishedNotice } from './unfinished-notice.tsx';
import { UploadFields } from './upload-fields.tsx';
import { UploadProgress } from './upload-progress.tsx';
import { usePublish } from './use-publish.ts';

interface UploadFormProps {
  userId: string;
  maxBytes: number;
  themes: readonly Theme[];
  onPublished: (app: Application) => void;
  onSignIn: () => void;
}

export function UploadForm({ userId, maxBytes, themes, onPublished, onSignIn }: UploadFormProps) {
  const form = useForm<Fields>({
    resolver: zodResolver(uploadFormSchema),
    defaultValues: readDraft(userId),
    // The file stands before the fields and is not one of them: the first that is wrong is found in `submit`.
    shouldFocusError: false,
  });
  const { file, problem, pick, check, input } = useBuildFile(maxBytes);
  const { state, publish, cancel } = usePublish(userId, (app) => {
    writeDraft(userId, null);
    onPublished(app);
  });
  const busy = state.step !== 'idle';
  const submit = async (event: FormEvent) => {
    const ready = check();
    if (!ready) input.current?.focus();
    const focusFirst = (errors: FieldErrors<Fields>) => {
      const first = uploadFieldNames.find((name) => name in errors);
      if (ready && first) form.setFocus(first);
    };
    await form.handleSubmit((fields) => {
      if (ready) return publish(ready, fields);
    }, focusFirst)(event);
  };
  return (
    <div className="grid gap-6">
      {!busy && <UnfinishedNotice />}
      <form
        noValidate
        aria-label="Upload"
        onSubmit={submit}
        onChange={() => writeDraft(userId, form.getValues())}
        className="grid gap-6"
      >
        <FilePicker
          file={file}
          problem={problem}
          disabled={busy}
          maxBytes={maxBytes}
          input={input}
          onPick={pick}
        />
        <UploadFields form={form} themes={themes} disabled={busy} />
        {state.step === 'idle' && state.problem && (
          <RefusalPanel problem={state.problem} onSignIn={onSignIn} />
        )}
        <UploadProgress state={state} />
        <div className="flex flex-wrap gap-3">
          <Button
            type="submit"
            variant="primary"
            size="large"
            disabled={busy}
            className="flex-1 md:flex-none"
          >
            {busy ? 'Uploading...' : 'Upload Application'}
          </Button>
          {state.step === 'sending' && (
            <Button size="large" onClick={cancel}>
              Cancel
            </Button>
          )}
        </div>
      </form>
      <LeaveGuard active={state.step === 'sending'} />
    </div>
  );
}

/** The chosen file, and what is wrong with it. A refused one is not kept. */
function useBuildFile(maxBytes: number) {
  const [file, setFile] = useState<File | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const input = useRef<HTMLInputElement>(null);
  const pick = (picked: File) => {
    const found = buildFileProblem(picked, maxBytes);
    setProblem(found);
    setFile(found ? null : picked);
  };
  const check = (): File | null => {
    if (!file) setProblem((shown) => shown ?? buildFileMessages.missing);
    return file;
  };
  return { file, problem, pick, check, input };
}
