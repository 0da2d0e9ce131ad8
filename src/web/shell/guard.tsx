import type { ReactNode } from 'react';
import { useNavigate } from 'react-router';
import type { Session, User } from '#shared/accounts/accounts.ts';
import { useSession } from '../features/accounts/session.ts';
import { texts } from '../i18n/en/shell/shell.ts';
import { useRetainedSession } from '../lib/session/retained-session.ts';
import { paths } from '../paths.ts';
import { ErrorState } from '../ui/loading/states.tsx';
import { BootSkeleton, useIsBooted } from './boot-state.tsx';
import { type Refusal, Refused, SignInFirst } from './sign-in-first.tsx';

interface GuardProps {
  signedOut: Refusal;
  /** Set for administration pages: the message for other users. */
  notAdmin?: Refusal;
  /** The placeholder until the session is known: the page's shape, or a general one. */
  waiting?: ReactNode;
  children: (user: User, session: Session) => ReactNode;
}

/**
 * Shows a page only to permitted users, and keeps it for its account after the session ended. Only a
 * convenience: the server checks permissions at every call.
 */
export function Guard({ signedOut, notAdmin, waiting = <BootSkeleton />, children }: GuardProps) {
  const session = useSession();
  const settled = useIsBooted();
  const navigate = useNavigate();
  // Another account must not see unsaved work of the previous one.
  useRetainedSession((next) => next !== null && navigate(paths.home(), { replace: true }));
  if (!session.data) {
    if (!session.isError) return waiting;
    return <ErrorState level={1} title={texts.failedToLoadUserData} onRetry={() => session.refetch()} />;
  }
  if (!settled) return waiting;
  const { user } = session.data;
  if (!user) return <SignInFirst {...signedOut} />;
  if (notAdmin && user.role !== 'admin') return <Refused {...notAdmin} />;
  return children(user, session.data);
}
