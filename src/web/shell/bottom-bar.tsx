import { LifeBuoy, type LucideIcon } from 'lucide-react';
import { NavLink } from 'react-router';
import { useSession } from '../features/accounts/session.ts';
import { mailTo } from '../paths.ts';
import { type Destination, destinationsOf } from './destinations.ts';

const itemLook =
  'flex h-14 flex-1 flex-col items-center justify-center gap-0.5 border-t-2 border-transparent text-12 text-muted aria-[current=page]:border-ion aria-[current=page]:text-text';

/** The main navigation of phones, under 768 px. */
export function BottomBar() {
  const { data } = useSession();
  const { everyday, administration } = destinationsOf(data?.user);
  return (
    <nav
      aria-label="Main"
      className="fixed inset-x-0 bottom-0 z-40 flex border-t border-line bg-bg pb-[env(safe-area-inset-bottom)] md:hidden"
    >
      {everyday.map((destination) => (
        <Item key={destination.to} {...destination} />
      ))}
      {data && (
        <a href={mailTo(data.supportEmail, 'Flux support')} className={itemLook}>
          <Face icon={LifeBuoy} label="Support" />
        </a>
      )}
      {administration.map((destination) => (
        <Item key={destination.to} {...destination} />
      ))}
    </nav>
  );
}

function Item({ to, label, shortLabel = label, icon }: Destination) {
  return (
    <NavLink to={to} end className={itemLook}>
      <Face icon={icon} label={shortLabel} />
    </NavLink>
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
