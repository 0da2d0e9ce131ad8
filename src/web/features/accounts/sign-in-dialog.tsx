import { LoaderCircle } from 'lucide-react';
import { useState } from 'react';
import type { Session } from '#shared/accounts/accounts.ts';
import { type SignInProvider, signInProviders } from '#shared/accounts/sign-in.ts';
import { texts } from '../../i18n/en/accounts.ts';
import { format } from '../../i18n/format.ts';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import { Button } from '../../ui/forms/button.tsx';
import { Panel } from '../../ui/layout/panel.tsx';
import { Failure } from '../../ui/loading/failure.tsx';
import { ProviderIcon } from './provider-icon.tsx';
import { SignInTerms } from './sign-in-terms.tsx';
import { useProviderFlow } from './use-provider-flow.ts';

interface SignInDialogProps {
  /** The configured providers; undefined until loaded. */
  providers: Session['providers'] | undefined;
  /** Set if loading failed. */
  onAskAgain?: () => void;
  /** The account whose session ended: it signs in again over its page, or leaves the page. */
  endedFor?: string;
  returnTo: string;
  initialError: string | null;
  onClose: () => void;
  /** The buttons are disabled until it has finished, which closes the modal. */
  onSuccess: () => Promise<void>;
}

/** Placeholder until the providers are known. */
const usual: Session['providers'] = (['google', 'github', 'microsoft'] as const).map((name) => ({
  name,
  label: signInProviders[name].label,
}));

export default function SignInDialog(props: SignInDialogProps) {
  const { providers, onAskAgain, endedFor, returnTo, initialError, ...done } = props;
  const isEnded = endedFor !== undefined;
  const [error, setError] = useState(initialError);
  const { start, busy } = useProviderFlow({
    purpose: 'sign-in',
    inWindow: isEnded,
    onSuccess: done.onSuccess,
    onFailure: setError,
  });
  const waitsFor = (providers ?? []).find(({ name }) => name === busy);

  const choose = (provider: SignInProvider) => {
    setError(null);
    start(provider, returnTo);
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && done.onClose()}
      mustAnswer={isEnded}
      title={isEnded ? texts.yourSessionHasEnded : texts.welcomeToFlux}
      description={
        isEnded
          ? format(texts.signInAgainAsUsername, { username: endedFor })
          : texts.signInOrCreateAnAccountWith
      }
    >
      {error && (
        <Panel tone="danger" role="alert" className="mt-5">
          {error}
        </Panel>
      )}
      {onAskAgain && (
        <Failure className="mt-5" onRetry={onAskAgain}>
          {texts.failedToLoadUserData}
        </Failure>
      )}
      <div className="mt-5 grid grid-cols-1 gap-2.5">
        {(providers ?? usual).map(({ name, label }) => (
          <Button
            key={name}
            size="large"
            className="relative w-full px-12 [&_svg]:size-5"
            disabled={busy !== null || !providers}
            onClick={() => choose(name)}
          >
            <span className="absolute start-4">
              {busy === name ? (
                <LoaderCircle aria-hidden="true" className="animate-spin" />
              ) : (
                <ProviderIcon provider={name} />
              )}
            </span>
            <span className="min-w-0 leading-tight wrap-anywhere whitespace-normal">
              {format(texts.continueWithLabel, { label })}
            </span>
          </Button>
        ))}
        {providers?.length === 0 && <p className="text-muted">{texts.signInIsNotSetUpYetAskThe}</p>}
      </div>
      <p role="status" className="sr-only">
        {waitsFor && waitingText(waitsFor, isEnded)}
      </p>
      {isEnded && (
        <Button variant="ghost" className="mt-2.5 w-full" onClick={done.onClose}>
          {texts.leaveWithoutSaving}
        </Button>
      )}
      <SignInTerms />
    </Dialog>
  );
}

function waitingText({ name, label }: Session['providers'][number], inWindow: boolean): string {
  return inWindow || signInProviders[name].flow === 'popup'
    ? format(texts.continueInTheLabelWindow, { label })
    : format(texts.redirectingToLabel, { label });
}
