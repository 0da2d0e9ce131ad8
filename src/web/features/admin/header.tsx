import { Flag, HardDrive, LayoutDashboard, LifeBuoy, type LucideIcon, Mail, ScrollText } from 'lucide-react';
import { type ReactNode, useRef } from 'react';
import { NavLink, useLocation } from 'react-router';
import { texts } from '../../i18n/en/admin.ts';
import { format } from '../../i18n/format.ts';
import { cn } from '../../lib/cn.ts';
import { scrollRowTo } from '../../lib/page/scroll-row-to.ts';
import { paths } from '../../paths.ts';
import { PageHead } from '../../ui/layout/page-head.tsx';
import { useScrollEdges } from '../../ui/lists/use-scroll-edges.ts';
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
  { to: paths.admin(), label: texts.dashboard, icon: LayoutDashboard },
  { to: paths.adminReports(), label: texts.reports, icon: Flag },
  { to: paths.adminSupport(), label: texts.support, icon: LifeBuoy },
  { to: paths.adminAuditLog(), label: texts.auditLog, icon: ScrollText },
  { to: paths.adminMails(), label: texts.emails, icon: Mail },
  { to: paths.storage(), label: texts.storage, icon: HardDrive },
];

/** The page title, and links to the other administration pages. */
export function AdminHeader({ title, children }: AdminHeaderProps) {
  const openReports = useCounts().data?.openReports ?? 0;
  const { pathname } = useLocation();
  const line = useRef<HTMLElement>(null);
  useScrollEdges(line);
  return (
    <PageHead title={title} text={children}>
      {/* One line on every screen; narrow screens scroll it. */}
      <nav
        ref={line}
        aria-label={texts.administration}
        className="fade-edges -mx-4 flex overflow-x-auto px-1.5 [scrollbar-width:none] max-md:w-[calc(100%+2rem)] sm:gap-x-1 md:-mx-3 md:px-0"
      >
        {places.map(({ to, label, icon: Icon }) => (
          <NavLink
            key={to}
            ref={to === pathname ? scrollRowTo : undefined}
            to={to}
            end
            className="flex h-11 items-center gap-1.5 shrink-0 rounded-control px-2.5 text-13 whitespace-nowrap text-muted sm:px-3 max-sm:[&>svg]:hidden transition-colors hover:bg-raised hover:text-text aria-[current=page]:text-text md:h-9"
          >
            <Icon size={16} strokeWidth={1.75} aria-hidden="true" />
            {/* The place of the number is reserved, so that nothing moves when it appears. */}
            <span className={cn('relative', to === paths.adminReports() && 'me-3.5')}>
              {label}
              {to === paths.adminReports() && openReports > 0 && <PendingCount count={openReports} />}
            </span>
          </NavLink>
        ))}
      </nav>
    </PageHead>
  );
}

const mostShown = 99;

/** The number of pending decisions. Its appearance moves nothing. */
function PendingCount({ count }: { count: number }) {
  return (
    <span className="absolute start-full top-1/2 ms-1.5 min-w-4 -translate-y-1/2 rounded-full bg-warning-quiet px-1 text-center text-12 leading-4 font-medium text-warning tabular-nums">
      <span aria-hidden="true">{count > mostShown ? `${mostShown}+` : count}</span>
      <span className="sr-only"> {format(texts.countOpen, { count })}</span>
    </span>
  );
}
