import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { ApiError } from '#web/api.ts';
import { texts } from '#web/i18n/en/accounts/profile.ts';
import { refusalText } from '#web/lib/session/refusal.ts';
import { Button } from '#web/ui/forms/button.tsx';
import { toast } from '#web/ui/loading/toast.tsx';
import { Fact } from './fact.tsx';
import { NameForm } from './name-form.tsx';
import { useRename } from './use-profile.ts';

interface Draft {
  typed: string;
  refusal?: string;
}

/** The display name. It changes optimistically. After a failure the form reopens with the typed name. */
export function DisplayName({ username }: { username: string }) {
  const [draft, setDraft] = useState<Draft | null>(null);
  const edit = useRef<HTMLButtonElement>(null);
  const rename = useRename({
    onSuccess: (before) => toast.undo(texts.displayNameUpdatedSuccessfully, () => putBack.mutate(before)),
    onError: (error, typed) => {
      // After a sign-out or navigation there is no form to show the error.
      const refusal = refusalText(error, texts.profileUpdateFailed);
      if (isSignedOut(error) || !edit.current) toast(refusal, { failed: true });
      else setDraft({ typed, refusal });
    },
  });
  const putBack = useRename({
    onSuccess: () => toast(texts.yourPreviousNameIsRestored),
    onError: (error) => toast(refusalText(error, texts.profileUpdateFailed), { failed: true }),
  });
  /** The focused form has been removed. */
  const close = () => {
    flushSync(() => setDraft(null));
    edit.current?.focus();
  };
  if (draft) {
    return (
      <NameForm
        {...draft}
        refusal={draft.refusal}
        onCancel={close}
        onSave={(wanted) => {
          close();
          if (wanted !== username) rename.mutate(wanted);
        }}
      />
    );
  }
  return (
    <div className="flex items-start justify-between gap-4">
      <dl className="min-w-0">
        <Fact term={texts.displayName}>
          <bdi>{username}</bdi>
        </Fact>
      </dl>
      <Button
        ref={edit}
        aria-label={texts.editDisplayName}
        aria-disabled={rename.isPending}
        onClick={() => !rename.isPending && setDraft({ typed: username })}
      >
        {texts.edit}
      </Button>
    </div>
  );
}

function isSignedOut(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'unauthenticated';
}
