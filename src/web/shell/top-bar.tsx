import { lazy, Suspense } from 'react';
import { Link, NavLink, useNavigate } from 'react-router';
import type { User } from '#shared/accounts.ts';
import { useSession, useSignOut } from '../features/accounts/session.ts';
import { useSignIn } from '../features/accounts/sign-in.tsx';
import { paths } from '../paths.ts';
import { Button } from '../ui/button.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { toast } from '../ui/toast.tsx';
import { Avatar } from './avatar.tsx';
import { ThemeToggle } from './theme-toggle.tsx';
import { Wordmark } from './wordmark.tsx';

const UserMenu = lazy(() => import('./user-menu.tsx'));

const linkLook =
  'relative flex h-14 items-center px-3 text-muted hover:text-text transition-colors aria-[current=page]:text-text aria-[current=page]:after:absolute aria-[current=page]:after:inset-x-3 aria-[current=page]:after:bottom-0 aria-[current=page]:after:h-0.5 aria-[current=page]:after:bg-ion';

export function TopBar() {
  const session = useSession();
  const user = session.data?.user;
  return (
    <header className="sticky top-0 z-40 border-b border-line bg-bg">
      <div className="mx-auto flex h-14 max-w-content items-center gap-1 px-4 md:px-6">
        <Link to={paths.home()} className="mr-3 rounded-control">
          <Wordmark />
        </Link>
        <nav aria-label="Main" className="hidden md:flex">
          <NavLink to={paths.home()} end className={linkLook}>
            Home
          </NavLink>
          {user && (
            <NavLink to={paths.upload()} className={linkLook}>
              Upload
            </NavLink>
          )}
        </nav>
        <div className="ml-auto flex items-center gap-1">
          <ThemeToggle />
          {session.isPending ? <Skeleton className="size-9 rounded-full" /> : <Account user={user ?? null} />}
        </div>
      </div>
    </header>
  );
}

function Account({ user }: { user: User | null }) {
  const navigate = useNavigate();
  const openSignIn = useSignIn();
  const signOut = useSignOut(() => navigate(paths.home()));
  if (!user) {
    return (
      <Button variant="primary" onClick={() => openSignIn()}>
        Sign In
      </Button>
    );
  }
  const waiting = (
    <span className="grid size-11 place-items-center md:size-9">
      <Avatar username={user.username} />
    </span>
  );
  return (
    <Suspense fallback={waiting}>
      <UserMenu
        user={user}
        onSignOut={() =>
          signOut.mutate(undefined, { onError: () => toast('Logout failed', { failed: true }) })
        }
      />
    </Suspense>
  );
}
