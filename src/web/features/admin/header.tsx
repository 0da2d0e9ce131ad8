import { Flag, HardDrive, LayoutDashboard, LifeBuoy, type LucideIcon, Mail, ScrollText } from 'lucide-react';
import type { ReactNode } from 'react';
import { NavLink } from 'react-router';
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
  return (
    <div className="mb-6 flex flex-wrap items-end justify-between gap-x-8 gap-y-4">
      <div className="min-w-0">
        <h1 className="text-24 font-semibold md:text-32">{title}</h1>
        <p className="mt-1 text-muted">{children}</p>
      </div>
      <nav aria-label="Administration" className="-mx-2 flex flex-wrap sm:-mx-3 sm:gap-x-1">
        {places.map(({ to, label, icon: Icon }) => (
          <NavLink
            key={to}
            to={to}
            end
            className="flex h-11 items-center gap-1.5 rounded-control px-2 text-13 sm:px-3 max-sm:[&>svg]:hidden text-muted transition-colors hover:bg-raised hover:text-text aria-[current=page]:text-text md:h-9"
          >
            <Icon size={16} strokeWidth={1.75} aria-hidden="true" />
            {label}
            {to === paths.adminReports() && openReports > 0 && (
              <span className="rounded-full bg-warning-quiet px-1.5 text-12 font-medium text-warning tabular-nums">
                {openReports.toLocaleString('en')}
                <span className="sr-only"> open</span>
              </span>
            )}
          </NavLink>
        ))}
      </nav>
    </div>
  );
}
