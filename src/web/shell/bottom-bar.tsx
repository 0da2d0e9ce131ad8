import { LifeBuoy, type LucideIcon } from 'lucide-react';
import { useSession } from '../features/accounts/session.ts';
import { useOwnInvitations } from '../features/orgs/invitations/use-own-invitations.ts';
import { texts } from '../i18n/en/shell/shell.ts';
import { cn } from '../lib/cn.ts';
import { useInitialLoad } from '../lib/hooks/use-initial-load.ts';
import { useSupport } from '../lib/support-modal.tsx';
import { DestinationLink } from './destination-link.tsx';
import { type Destination, destinationsOf } from './destinations.ts';
import { PendingBadge } from './pending-badge.tsx';

const itemClasses =
  'flex h-14 flex-1 flex-col items-center justify-center gap-0.5 border-t-2 border-transparent text-12 text-muted aria-[current=page]:border-ion aria-[current=page]:text-text forced-colors:not-aria-[current=page]:border-[Canvas]';

/** The main navigation of phones, under 768 px. */
export function BottomBar() {
  const session = useSession();
  const isAwaited = useInitialLoad([session]);
  const support = useSupport();
  const invitations = useOwnInvitations(session.data?.user?.id)?.length ?? 0;
  const { everyday, administration } = destinationsOf(session.data?.user, invitations);
  return (
    <nav
      aria-label={texts.main}
      className={cn(
        'fixed inset-x-0 bottom-0 z-40 flex border-t border-line bg-bg pb-[env(safe-area-inset-bottom)] md:hidden at-short-stage:static',
        // The number of items, and so their positions, depends on the session.
        isAwaited && '*:invisible',
      )}
    >
      {everyday.map((destination) => (
        <Item key={destination.to} destination={destination} />
      ))}
      <button type="button" onClick={support.open} className={itemClasses}>
        <Face icon={LifeBuoy} label={texts.support} />
      </button>
      {administration.map((destination) => (
        <Item key={destination.to} destination={destination} />
      ))}
    </nav>
  );
}

function Item({ destination }: { destination: Destination }) {
  const { label, shortLabel = label, icon, pending } = destination;
  return (
    <DestinationLink destination={destination} className={cn(itemClasses, 'relative')}>
      <Face icon={icon} label={shortLabel} />
      {pending && <PendingBadge {...pending} className="absolute top-1 start-1/2 ms-1.5" />}
    </DestinationLink>
  );
}

function Face({ icon: Icon, label }: { icon: LucideIcon; label: string }) {
  return (
    <>
      <Icon size={20} strokeWidth={1.75} aria-hidden="true" />
      {label}
    </>
  );
}
