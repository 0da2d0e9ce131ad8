import { LoaderCircle } from 'lucide-react';
import { useState } from 'react';
import { type Session, type SignInProvider, signInProviders } from '#shared/accounts.ts';
import { signInPath } from '../../paths.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Panel } from '../../ui/panel.tsx';
import { ProviderIcon } from './provider-icon.tsx';
import { signInErrorText } from './sign-in-errors.ts';
import { usePopupSignIn } from './use-popup-sign-in.ts';

interface SignInDialogProps {
  /** Those that lead somewhere; undefined until it is known. */
  providers: Session['providers'] | undefined;
  returnTo: string;
  initialError: string | null;
  onClose: () => void;
  onSuccess: () => Promise<void>;
}

/** What stands there until the server has said which there are. */
const usual: Session['providers'] = (['google', 'github', 'microsoft'] as const).map((name) => ({
  name,
  label: signInProviders[name].label,
}));

export default function SignInDialog({ providers, returnTo, initialError, ...done }: SignInDialogProps) {
  const [error, setError] = useState(initialError);
  const [leaving, setLeaving] = useState(false);
  const popup = usePopupSignIn({
    onSuccess: done.onSuccess,
    onFailure: ({ provider, code, message }) => setError(signInErrorText(provider, code, message)),
  });
  const busy = leaving || popup.provider !== null || !providers;

  const start = (provider: SignInProvider) => {
    setError(null);
    if (signInProviders[provider].flow === 'popup') return popup.start(provider, returnTo);
    setLeaving(true);
    window.location.assign(signInPath(provider, { returnTo, popup: false }));
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && done.onClose()}
      title="Welcome to Flux"
      description="Sign in or create an account with your preferred provider"
    >
      {error && (
        <Panel tone="danger" role="alert" className="mt-5">
          {error}
        </Panel>
      )}
      <div className="mt-5 grid gap-2.5">
        {(providers ?? usual).map(({ name: provider, label }) => (
          <Button
            key={provider}
            size="large"
            className="w-full"
            disabled={busy}
            onClick={() => start(provider)}
          >
            {popup.provider === provider ? (
              <LoaderCircle aria-hidden="true" className="animate-spin" />
            ) : (
              <ProviderIcon provider={provider} />
            )}
            Continue with {label}
          </Button>
        ))}
        {providers?.length === 0 && (
          <p className="text-muted">
            Sign-in is not set up yet. Ask whoever runs this Flux to configure a provider.
          </p>
        )}
      </div>
      <p role="status" className="sr-only">
        {popup.provider && `Continue in the ${signInProviders[popup.provider].label} window.`}
      </p>
      <p className="mt-5 text-12 text-muted">
        By continuing, you agree to our Terms of Service and Privacy Policy
      </p>
    </Dialog>
  );
}
