import { LoaderCircle } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import type { User } from '#shared/accounts/accounts.ts';
import { confirmsDeletion, type OwnedContent } from '#shared/accounts/personal-data.ts';
import { ApiError, messageOf } from '#web/api.ts';
import { texts } from '#web/i18n/en/accounts/own-data.ts';
import { Rich } from '#web/i18n/rich.tsx';
import { Dialog } from '#web/ui/dialogs/dialog.tsx';
import { Button } from '#web/ui/forms/button.tsx';
import { Field } from '#web/ui/forms/field.tsx';
import { Input } from '#web/ui/forms/input.tsx';
import { Panel } from '#web/ui/layout/panel.tsx';
import { ownedContentLines } from './owned-content-text.ts';
import { useDeleteAccount } from './use-own-data.ts';

interface DeleteDialogProps {
  user: User;
  ownedContent: OwnedContent | undefined;
  onDeleted: () => void;
  /** The sign-in became stale while the dialog was open. */
  onStale: () => void;
  onClose: () => void;
}

export function DeleteDialog({ user, ownedContent, onDeleted, onStale, onClose }: DeleteDialogProps) {
  const [typed, setTyped] = useState('');
  const [problem, setProblem] = useState<string>();
  const [failure, setFailure] = useState<string>();
  const remove = useDeleteAccount(onDeleted);
  const fits = confirmsDeletion(typed, user.username);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!fits || remove.isPending) return;
    setFailure(undefined);
    setProblem(undefined);
    remove.mutate(typed, {
      onError: (error) => {
        if (error instanceof ApiError && error.code === 'fresh_sign_in_required') onStale();
        else if (error instanceof ApiError && error.fields.confirm) setProblem(error.fields.confirm);
        else setFailure(messageOf(error));
      },
    });
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && !remove.isPending && onClose()}
      title={texts.deleteYourAccount}
      description={texts.thisCannotBeUndoneFluxDeletes}
    >
      <ul className="mt-3 list-disc space-y-1 ps-5">
        {ownedContent && ownedContentLines(ownedContent).map((line) => <li key={line}>{line}</li>)}
        <li>{texts.yourDisplayNameEMailAddressAnd}</li>
        <li>{texts.allYourSignInMethodsAndSessions}</li>
      </ul>
      <p className="mt-3 text-13 text-muted">{texts.versionsThatYouUploadedTo}</p>
      <form noValidate onSubmit={submit} className="mt-5 grid grid-cols-1 gap-4">
        <div className="grid min-w-0 gap-1.5">
          <p className="wrap-anywhere">
            <Rich
              text={texts.toConfirmTypeUsername}
              with={{
                username: (
                  <strong className="font-semibold select-all">
                    <bdi>{user.username}</bdi>
                  </strong>
                ),
              }}
            />
          </p>
          <Field label={texts.displayName} error={problem}>
            {(control) => (
              <Input
                {...control}
                value={typed}
                onChange={(event) => setTyped(event.target.value)}
                autoComplete="off"
                autoCapitalize="off"
                spellCheck={false}
              />
            )}
          </Field>
        </div>
        {failure && (
          <Panel tone="danger" role="alert">
            {failure}
          </Panel>
        )}
        <div className="flex flex-wrap justify-end gap-3">
          <Button onClick={onClose} disabled={remove.isPending}>
            {texts.keepMyAccount}
          </Button>
          <Button type="submit" variant="danger" disabled={!fits} aria-disabled={remove.isPending}>
            {remove.isPending && <LoaderCircle aria-hidden="true" className="animate-spin" />}
            {texts.deleteAccount}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
