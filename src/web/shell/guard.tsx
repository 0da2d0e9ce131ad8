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
  /** Given where the page is for administrators alone: what other people read. */
  notAdmin?: Refusal;
  /** Shows while it is not known who is there: the shape of the page, or of any. */
  waiting?: ReactNode;
  children: (user: User, session: Session) => ReactNode;
}

/**
 * Lets those in whom a page is for, and keeps the page for them where their session ends. It only spares people a page of
 * refusals: what they may do is decided by the server, at every call.
 */
export function Guard({ signedOut, notAdmin, waiting = <BootSkeleton />, children }: GuardProps) {
  const session = useSession();
  const settled = useIsBooted();
  const navigate = useNavigate();
  // Somebody else has no business with what the person before had begun.
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
