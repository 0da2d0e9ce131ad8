import { useQueryClient } from '@tanstack/react-query';
import { createContext, type ReactNode, use, useEffect, useEffectEvent, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { type SignInResult, signInChannel, signInProviders } from '#shared/accounts/sign-in.ts';
import { messageOf } from '../../api.ts';
import { texts } from '../../i18n/en/accounts.ts';
import { releaseSession } from '../../lib/session/retained-session.ts';
import { paths } from '../../paths.ts';
import { LoadErrorDialog } from '../../ui/dialogs/load-error-dialog.tsx';
import { lazyPart } from '../../ui/loading/lazy.tsx';
import { toast } from '../../ui/loading/toast.tsx';
import { takeRedirectResult } from './redirect-result.ts';
import { useRefetchAll, useSession } from './session.ts';

const SignInDialog = lazyPart(() => import('./sign-in-dialog.tsx'), {
  loadError: (loadError, { endedFor, onClose }) => (
    <LoadErrorDialog
      {...loadError}
      title={endedFor === undefined ? texts.welcomeToFlux : texts.yourSessionHasEnded}
      mustAnswer={endedFor !== undefined}
      onClose={onClose}
    />
  ),
});

export interface SignInRequest {
  /**
   * The path to return to after the sign-in, including the action to resume. It applies to every method.
   * Default: this page.
   */
  returnTo?: string;
  /** Resumes the action after a sign-in that did not leave the page; replaces the navigation to `returnTo`. */
  onSuccess?: () => void;
  /** The user closed the modal without signing in: the action is cancelled. */
  onClose?: () => void;
}

type OpenSignIn = (request?: SignInRequest) => void;

const SignInContext = createContext<OpenSignIn>(() => {});

/** Opens the sign-in modal from anywhere below `SignInRoot`. */
export function useSignIn(): OpenSignIn {
  return use(SignInContext);
}

/**
 * Contains the only sign-in modal. It opens by itself over a kept page whose session ended, and after a
 * failed redirect, with the error.
 */
export function SignInRoot({ children }: { children: ReactNode }) {
  const [request, setRequest] = useState<(SignInRequest & { error?: string }) | null>(null);
  const location = useLocation();
  const navigate = useNavigate();
  const session = useSession();
  const client = useQueryClient();
  const refreshEverything = useRefetchAll();
  const here = location.pathname + location.search + location.hash;

  const tell = (error: string) => {
    if (session.data?.user) toast(error, { failed: true });
    else setRequest({ error });
  };
  useRedirectFailure(!session.isPending, (result) => {
    const known = session.data?.providers.find(({ name }) => name === result.provider);
    const label = known?.label ?? signInProviders[result.provider].label;
    // Rare. Without this script a failed redirect shows the general message.
    void import('./sign-in-errors.ts').then(
      ({ signInErrorText }) => tell(signInErrorText({ ...result, label })),
      (error: unknown) => tell(messageOf(error)),
    );
  });
  useSignInFromPopup(refreshEverything);

  const goOn = () => {
    setRequest(null);
    if (request?.onSuccess) request.onSuccess();
    else if (request?.returnTo && request.returnTo !== here) navigate(request.returnTo);
  };
  const succeed = async () => {
    await refreshEverything();
    goOn();
  };
  const askAgain = async () => {
    const { data } = await session.refetch();
    // They were signed in the whole time.
    if (data?.user) goOn();
  };
  return (
    <SignInContext value={(wanted = {}) => setRequest(wanted)}>
      {children}
      {request && (
        <SignInDialog
          providers={session.data?.providers}
          onAskAgain={session.isError && !session.data ? askAgain : undefined}
          returnTo={request.returnTo ?? here}
          initialError={request.error ?? null}
          onClose={() => {
            setRequest(null);
            request.onClose?.();
          }}
          onSuccess={succeed}
        />
      )}
      {session.data?.ended && (
        <SignInDialog
          providers={session.data.providers}
          endedFor={session.data.user?.username}
          returnTo={here}
          initialError={null}
          onClose={() => {
            releaseSession(client);
            navigate(paths.home());
          }}
          onSuccess={refreshEverything}
        />
      )}
    </SignInContext>
  );
}

type Failed = Extract<SignInResult, { ok: false }>;

/** A failed redirect for signing in. It waits for the session, because its message names the provider. */
function useRedirectFailure(ready: boolean, onFailure: (result: Failed) => void) {
  const handle = useEffectEvent(onFailure);
  useEffect(() => {
    const result = ready ? takeRedirectResult('sign-in') : null;
    if (result?.ok === false) handle(result);
  }, [ready]);
}

/** The modal may be closed, or in another tab, when the window reports. */
function useSignInFromPopup(onSignIn: () => void) {
  const handle = useEffectEvent(({ ok, purpose }: SignInResult) => {
    if (ok && purpose !== 'link') onSignIn();
  });
  useEffect(() => {
    const channel = new BroadcastChannel(signInChannel);
    channel.onmessage = ({ data }: MessageEvent<SignInResult>) => handle(data);
    return () => channel.close();
  }, []);
}
