import { createContext, lazy, type ReactNode, Suspense, use, useState } from 'react';
import { useLocation, useSearchParams } from 'react-router';
import { useRefreshEverything, useSession } from './session.ts';
import { signInErrorText } from './sign-in-errors.ts';

const SignInDialog = lazy(() => import('./sign-in-dialog.tsx'));

export interface SignInRequest {
  /** Where a sign-in by redirect comes back to: an address inside the site. Default: this page. */
  returnTo?: string;
  /** Resumes what the person wanted, after a sign-in that did not leave the page. */
  onSuccess?: () => void;
}

type OpenSignIn = (request?: SignInRequest) => void;

const SignInContext = createContext<OpenSignIn>(() => {});

/** Opens the sign-in modal from anywhere below `SignInRoot`. */
export function useSignIn(): OpenSignIn {
  return use(SignInContext);
}

/** Holds the one sign-in modal. A redirect that failed comes back with `auth_error` and finds it open. */
export function SignInRoot({ children }: { children: ReactNode }) {
  const [request, setRequest] = useState<SignInRequest | null>(null);
  const [search, setSearch] = useSearchParams();
  const { pathname } = useLocation();
  const session = useSession();
  const refreshEverything = useRefreshEverything();
  const failure = search.get('auth_error');

  const close = () => {
    setRequest(null);
    if (!failure) return;
    setSearch(without(search, 'auth_error'), { replace: true, preventScrollReset: true });
  };
  const succeed = async () => {
    await refreshEverything();
    close();
    request?.onSuccess?.();
  };
  return (
    <SignInContext value={(wanted = {}) => setRequest(wanted)}>
      {children}
      {(request || failure) && (
        <Suspense>
          <SignInDialog
            providers={session.data?.providers}
            returnTo={request?.returnTo ?? addressOf(pathname, without(search, 'auth_error'))}
            initialError={failure && !request ? signInErrorText('google', failure) : null}
            onClose={close}
            onSuccess={succeed}
          />
        </Suspense>
      )}
    </SignInContext>
  );
}

function without(search: URLSearchParams, name: string): URLSearchParams {
  const rest = new URLSearchParams(search);
  rest.delete(name);
  return rest;
}

function addressOf(pathname: string, search: URLSearchParams): string {
  return search.size > 0 ? `${pathname}?${search}` : pathname;
}
