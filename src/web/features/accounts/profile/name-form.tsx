import { LoaderCircle } from 'lucide-react';
import { type FormEvent, useRef, useState } from 'react';
import * as z from 'zod/mini';
import { maxUsernameLength, usernameSchema } from '#shared/accounts.ts';
import { ApiError, refusalText } from '../../../api.ts';
import { Button } from '../../../ui/button.tsx';
import { Field } from '../../../ui/field.tsx';
import { Input } from '../../../ui/input.tsx';
import { toast } from '../../../ui/toast.tsx';
import { useRename } from './use-profile.ts';

interface NameFormProps {
  username: string;
  onSaved: () => void;
  onCancel: () => void;
}

export function NameForm({ username, onSaved, onCancel }: NameFormProps) {
  const [name, setName] = useState(username);
  const [problem, setProblem] = useState<string>();
  const input = useRef<HTMLInputElement>(null);
  const rename = useRename(onSaved);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (rename.isPending) return;
    const wanted = z.safeParse(usernameSchema, name);
    setProblem(wanted.success ? undefined : wanted.error.issues[0]?.message);
    if (!wanted.success) return input.current?.focus();
    if (wanted.data === username) return onCancel();
    rename.mutate(wanted.data, {
      onError: (error) => {
        // Where nobody is signed in any more, the form goes and could not say it.
        if (isSignedOut(error)) toast('No user logged in', { failed: true });
        else setProblem(refusalText(error, 'Profile update failed'));
      },
    });
  };
  return (
    <form
      noValidate
      onSubmit={submit}
      onKeyDown={(event) => event.key === 'Escape' && onCancel()}
      className="grid max-w-form gap-3"
    >
      <Field label="Display name" error={problem} help={`At most ${maxUsernameLength} characters.`}>
        {(control) => (
          <Input
            {...control}
            ref={input}
            value={name}
            onChange={(event) => setName(event.target.value)}
            autoComplete="nickname"
            autoFocus
          />
        )}
      </Field>
      <div className="flex gap-3">
        <Button type="submit" variant="primary" aria-disabled={rename.isPending}>
          {rename.isPending && <LoaderCircle aria-hidden="true" className="animate-spin" />}
          Save
        </Button>
        <Button onClick={onCancel} disabled={rename.isPending}>
          Cancel
        </Button>
      </div>
    </form>
  );
}

function isSignedOut(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'unauthenticated';
}
