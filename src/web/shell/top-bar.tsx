import { LifeBuoy, RotateCw, Search } from 'lucide-react';
import { Link } from 'react-router';
import type { User } from '#shared/accounts/accounts.ts';
import type { Subscription } from '#shared/billing/billing.ts';
import { useSession } from '../features/accounts/session.ts';
import { useSignIn } from '../features/accounts/sign-in.tsx';
import { useOwnInvitations } from '../features/orgs/invitations/use-own-invitations.ts';
import { texts } from '../i18n/en/shell/shell.ts';
import { format } from '../i18n/format.ts';
import { cn } from '../lib/cn.ts';
import { useInitialLoad } from '../lib/hooks/use-initial-load.ts';
import { useSupport } from '../lib/support-modal.tsx';
import { paths } from '../paths.ts';
import { Button } from '../ui/forms/button.tsx';
import { Avatar } from '../ui/layout/avatar.tsx';
import { lazyPart } from '../ui/loading/lazy.tsx';
import { KeyCaps } from '../ui/menus/key-caps.tsx';
import { titleWithKeys } from '../ui/menus/title-with-keys.ts';
import { useCommands } from './commands.tsx';
import { DestinationLink } from './destination-link.tsx';
import { destinationsOf } from './destinations.ts';
import { PendingBadge } from './pending-badge.tsx';
import { ThemeToggle } from './theme-toggle.tsx';
import { useLogout } from './use-logout.ts';
import { Wordmark } from './wordmark.tsx';

const UserMenu = lazyPart(() => import('./user-menu.tsx'), {
  waiting: ({ user }) => (
    <span className="grid size-11 place-items-center md:size-9">
      <Avatar name={user.username} />
    </span>
  ),
  loadError: (loadError) => <Again problem={texts.theAccountMenuCouldNotBeLoaded} {...loadError} />,
});

const linkClasses =
  'relative flex h-14 items-center px-3 text-muted hover:text-text transition-colors aria-[current=page]:text-text aria-[current=page]:after:absolute aria-[current=page]:after:inset-x-3 aria-[current=page]:after:bottom-0 aria-[current=page]:after:border-b-2 aria-[current=page]:after:border-ion';

interface TopBarProps {
  subscription: Subscription | null | undefined;
}

export function TopBar({ subscription }: TopBarProps) {
  const session = useSession();
  const isAwaited = useInitialLoad([session]);
  const user = session.data?.user;
  const support = useSupport();
  const invitations = useOwnInvitations(user?.id)?.length ?? 0;
  const { everyday, administration } = destinationsOf(user, invitations);
  return (
    <header className="sticky top-0 z-40 border-b border-line bg-bg at-short-stage:static">
      <div className="mx-auto flex h-14 max-w-content items-center gap-1 px-4 md:px-6">
        <Link to={paths.home()} className="me-3 rounded-control">
          <Wordmark />
        </Link>
        <nav aria-label={texts.main} className="hidden md:flex">
          {[...everyday, ...administration].map((destination) => {
            const { to, label, keys, pending } = destination;
            return (
              <DestinationLink
                key={to}
                destination={destination}
                title={titleWithKeys(label, keys)}
                className={linkClasses}
              >
                {label}
                {pending && <PendingBadge {...pending} className="absolute start-full top-3 -ms-3" />}
              </DestinationLink>
            );
          })}
        </nav>
        {/* Their position depends on the items at the end. */}
        <div className={cn('ms-auto flex items-center gap-1', isAwaited && 'invisible')}>
          <SearchButton />
          <Button variant="ghost" className="max-md:hidden" onClick={support.open}>
            <LifeBuoy strokeWidth={1.75} aria-hidden="true" />
            {texts.support}
          </Button>
          <ThemeToggle />
          {session.isError && !session.data && (
            <Again problem={texts.failedToLoadUserData} onRetry={() => session.refetch()} />
          )}
          {session.data && <Account user={session.data.user} subscription={subscription} />}
        </div>
      </div>
    </header>
  );
}

/** Opens the palette; looks like its search field if there is room. */
function SearchButton() {
  const { open, prepare } = useCommands();
  return (
    <button
      type="button"
      aria-keyshortcuts="Control+K Meta+K"
      onClick={() => open('palette')}
      onPointerEnter={prepare}
      onFocus={prepare}
      className="flex size-11 items-center justify-center gap-2 rounded-control text-muted transition-colors hover:bg-raised hover:text-text md:size-9 lg:me-2 lg:w-52 lg:justify-start lg:border lg:border-line lg:bg-surface lg:ps-3 lg:pe-1.5"
    >
      <Search size={16} strokeWidth={1.75} aria-hidden="true" />
      <span className="sr-only">{texts.searchAndCommands}</span>
      <span aria-hidden="true" className="max-lg:hidden">
        {texts.search}
      </span>
      {/* Described by the attribute. */}
      <span aria-hidden="true" className="ms-auto max-lg:hidden pointer-coarse:hidden">
        <KeyCaps keys="mod+k" />
      </span>
    </button>
  );
}

interface AgainProps {
  problem: string;
  isRetrying?: boolean;
  onRetry: () => void;
}

/** Replaces a part that failed to load; phones show only its icon. */
function Again({ problem, isRetrying, onRetry }: AgainProps) {
  return (
    <span role="alert">
      <Button
        aria-disabled={isRetrying}
        onClick={() => !isRetrying && onRetry()}
        aria-label={format(texts.problemTryAgain, { problem })}
        title={problem}
        className="max-md:w-11 max-md:px-0"
      >
        <RotateCw strokeWidth={1.75} aria-hidden="true" className={isRetrying ? 'animate-spin' : undefined} />
        <span className="max-md:hidden">{texts.tryAgain}</span>
      </Button>
    </span>
  );
}

function Account({ user, subscription }: TopBarProps & { user: User | null }) {
  const openSignIn = useSignIn();
  const logout = useLogout();
  if (!user) {
    return (
      // The only action is on the page.
      <Button onClick={() => openSignIn()}>{texts.signIn}</Button>
    );
  }
  return <UserMenu user={user} subscription={subscription} onSignOut={logout} />;
}
