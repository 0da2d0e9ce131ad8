import { type FormEvent, useRef, useState } from 'react';
import * as z from 'zod/mini';
import { maxUsernameLength, usernameSchema } from '#shared/accounts/accounts.ts';
import { texts } from '#web/i18n/en/accounts/profile.ts';
import { format } from '#web/i18n/format.ts';
import { Button } from '#web/ui/forms/button.tsx';
import { Field } from '#web/ui/forms/field.tsx';
import { Input } from '#web/ui/forms/input.tsx';

interface NameFormProps {
  /** The initial value: the name, or a refused one. */
  typed: string;
  /** The reason of the refusal. */
  refusal: string | undefined;
  onSave: (username: string) => void;
  onCancel: () => void;
}

export function NameForm({ typed, refusal, onSave, onCancel }: NameFormProps) {
  const [name, setName] = useState(typed);
  const [problem, setProblem] = useState(refusal);
  const input = useRef<HTMLInputElement>(null);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const wanted = z.safeParse(usernameSchema, name);
    setProblem(wanted.success ? undefined : wanted.error.issues[0]?.message);
    if (wanted.success) onSave(wanted.data);
    else input.current?.focus();
  };
  return (
    <form
      noValidate
      onSubmit={submit}
      onKeyDown={(event) => event.key === 'Escape' && onCancel()}
      className="grid max-w-form gap-5"
    >
      <Field
        label={texts.displayName}
        schema={usernameSchema}
        error={problem}
        help={format(texts.atMostMaxusernamelengthCharacters, { maxUsernameLength })}
      >
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
        <Button type="submit" variant="primary">
          {texts.save}
        </Button>
        <Button onClick={onCancel}>{texts.cancel}</Button>
      </div>
    </form>
  );
}
