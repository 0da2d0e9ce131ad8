import { Flag, HardDrive, LayoutDashboard, LifeBuoy, type LucideIcon, Mail, ScrollText } from 'lucide-react';
import type { ReactNode } from 'react';
import { NavLink, useLocation } from 'react-router';
import { paths } from '../../paths.ts';
import { useCounts } from './use-counts.ts';

interface AdminHeaderProps {
  title: string;
  children: ReactNode;
}

interface Place {
  to: string;
  label: string;
  icon: LucideIcon;
}

const places: Place[] = [
  { to: paths.admin(), label: 'Dashboard', icon: LayoutDashboard },
  { to: paths.adminReports(), label: 'Reports', icon: Flag },
  { to: paths.adminSupport(), label: 'Support', icon: LifeBuoy },
  { to: paths.adminAuditLog(), label: 'Audit log', icon: ScrollText },
  { to: paths.adminMails(), label: 'Mails', icon: Mail },
  { to: paths.storage(), label: 'Storage', icon: HardDrive },
];

/** What the page is, and the way to the others for administrators. */
export function AdminHeader({ title, children }: AdminHeaderProps) {
  const openReports = useCounts().data?.openReports ?? 0;
  const { pathname } = useLocation();
  return (
    <div className="mb-6 flex flex-wrap items-end justify-between gap-x-8 gap-y-4">
      <div className="min-w-0">
        <h1 className="text-24 font-semibold md:text-32">{title}</h1>
        <p className="mt-1 text-muted">{children}</p>
      </div>
      {/* One line on every screen: where it is narrower than that, it is pushed along. */}
      <nav
        aria-label="Administration"
        className="-mx-4 flex overflow-x-auto px-1.5 [scrollbar-width:none] max-md:w-[calc(100%+2rem)] sm:gap-x-1 md:-mx-3 md:px-0"
      >
        {places.map(({ to, label, icon: Icon }) => (
          <NavLink
            key={to}
            ref={to === pathname ? bringIntoView : undefined}
            to={to}
            end
            className="flex h-11 items-center gap-1.5 shrink-0 rounded-control px-2.5 text-13 whitespace-nowrap text-muted sm:px-3 max-sm:[&>svg]:hidden transition-colors hover:bg-raised hover:text-text aria-[current=page]:text-text md:h-9"
          >
            <Icon size={16} strokeWidth={1.75} aria-hidden="true" />
            <span className="relative">
              {label}
              {to === paths.adminReports() && openReports > 0 && <Waiting count={openReports} />}
            </span>
          </NavLink>
        ))}
      </nav>
    </div>
  );
}

const mostShown = 99;

/** How many wait for a decision. It hangs over the word, so that nothing moves aside when it comes. */
function Waiting({ count }: { count: number }) {
  return (
    <span className="absolute start-full bottom-1/2 ms-0.5 min-w-4 rounded-full bg-warning-quiet px-1 text-center text-12 leading-4 font-medium text-warning tabular-nums">
      <span aria-hidden="true">{count > mostShown ? `${mostShown}+` : count}</span>
      <span className="sr-only"> {count} open</span>
    </span>
  );
}

function bringIntoView(link: HTMLAnchorElement | null): void {
  // Newer browsers answer a promise, which a ref must not.
  void link?.scrollIntoView({ block: 'nearest', inline: 'center' });
}
