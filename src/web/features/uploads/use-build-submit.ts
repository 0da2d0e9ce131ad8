import type { FormEvent } from 'react';
import type { FieldValues, Path, UseFormReturn } from 'react-hook-form';
import type { Picked } from './picked-files.ts';
import type { UploadLimit } from './upload-limit.ts';
import type { useBuildFile } from './use-build-file.ts';

interface BuildSubmit<Fields extends FieldValues> {
  form: UseFormReturn<Fields>;
  build: Pick<ReturnType<typeof useBuildFile>, 'check' | 'input'>;
  /** The fields in their order. */
  names: readonly Path<Fields>[];
  limit: UploadLimit | null;
  /** An account without a plan tried to upload. */
  onNoPlan: (message: string) => void;
  publish: (picked: Picked, fields: Fields) => Promise<void>;
}

/** Validates a build and its fields: the first invalid one, starting with the file, gets the focus. */
export function useBuildSubmit<Fields extends FieldValues>(options: BuildSubmit<Fields>) {
  const { form, build, names, limit } = options;
  return async (event: FormEvent) => {
    event.preventDefault();
    if (limit?.kind === 'no-plan') return options.onNoPlan(limit.message);
    // The button shows the reason.
    if (limit) return;
    const file = build.check();
    if (!file) build.input.current?.focus();
    await form.handleSubmit(
      async (fields) => {
        if (file) await options.publish(file, fields);
      },
      (errors) => {
        const first = names.find((name) => name in errors);
        if (file && first) form.setFocus(first);
      },
    )(event);
  };
}
