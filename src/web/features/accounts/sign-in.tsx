import {
  createContext,
  lazy,
  type ReactNode,
  Suspense,
  use,
  useEffect,
  useEffectEvent,
  useState,
} from 'react';
import { useLocation, useNavigate } from 'react-router';
import { type SignInResult, signInChannel, signInProviders } from '#shared/sign-in.ts';
import { messageOf } from '../../api.ts';
import { toast } from '../../ui/toast.tsx';
import { takeArrivedResult } from './arrived-result.ts';
import { useRefreshEverything, useSession } from './session.ts';

const SignInDialog = lazy(() => import('./sign-in-dialog.tsx'));

export interface SignInRequest {
  /**
   * Where the person wanted to go: an address inside the site, which says what is to be resumed there. Whichever
   * way the sign-in takes, it ends there. Default: this page.
   */
  returnTo?: string;
  /** Resumes what the person wanted, after a sign-in that did not leave the page; instead of going to `returnTo`. */
  onSuccess?: () => void;
  /** The person closed the modal without signing in: what they wanted is given up. */
  onClose?: () => void;
}

type OpenSignIn = (request?: SignInRequest) => void;

const SignInContext = createContext<OpenSignIn>(() => {});

/** Opens the sign-in modal from anywhere below `SignInRoot`. */
export function useSignIn(): OpenSignIn {
  return use(SignInContext);
}

/** Holds the one sign-in modal. A redirect that failed comes back to find it open, with what went wrong. */
export function SignInRoot({ children }: { children: ReactNode }) {
  const [request, setRequest] = useState<(SignInRequest & { error?: string }) | null>(null);
  const location = useLocation();
  const navigate = useNavigate();
  const session = useSession();
  const refreshEverything = useRefreshEverything();
  const here = location.pathname + location.search + location.hash;

  const tell = (error: string) => {
    if (session.data?.user) toast(error, { failed: true });
    else setRequest({ error });
  };
  useArrivedFailure(!session.isPending, (result) => {
    const known = session.data?.providers.find(({ name }) => name === result.provider);
    const label = known?.label ?? signInProviders[result.provider].label;
    // For few; who comes back without its script reads what is said of any failure.
    void import('./sign-in-errors.ts').then(
      ({ signInErrorText }) => tell(signInErrorText({ ...result, label })),
      (error: unknown) => tell(messageOf(error)),
    );
  });
  useSignedInBySomeWindow(refreshEverything);

  const succeed = async () => {
    await refreshEverything();
    setRequest(null);
    if (request?.onSuccess) request.onSuccess();
    else if (request?.returnTo && request.returnTo !== here) navigate(request.returnTo);
  };
  return (
    <SignInContext value={(wanted = {}) => setRequest(wanted)}>
      {children}
      {request && (
        <Suspense>
          <SignInDialog
            providers={session.data?.providers}
            returnTo={request.returnTo ?? here}
            initialError={request.error ?? null}
            onClose={() => {
              setRequest(null);
              request.onClose?.();
            }}
            onSuccess={succeed}
          />
        </Suspense>
      )}
    </SignInContext>
  );
}

type Failed = Extract<SignInResult, { ok: false }>;

/** A redirect for signing in that ended without. It waits for the session: its words name the provider. */
function useArrivedFailure(ready: boolean, onFailure: (result: Failed) => void) {
  const handle = useEffectEvent(onFailure);
  useEffect(() => {
    const result = ready ? takeArrivedResult('sign-in') : null;
    if (result?.ok === false) handle(result);
  }, [ready]);
}

/** Somebody may have closed the modal, or wait in another tab, when the window reports. */
function useSignedInBySomeWindow(onSignIn: () => void) {
  const handle = useEffectEvent(({ ok, purpose }: SignInResult) => {
    if (ok && purpose !== 'link') onSignIn();
  });
  useEffect(() => {
    const channel = new BroadcastChannel(signInChannel);
    channel.onmessage = ({ data }: MessageEvent<SignInResult>) => handle(data);
    return () => channel.close();
  }, []);
}
