import { CloudUpload, House } from 'lucide-react';
import { NavLink } from 'react-router';
import { paths } from '../paths.ts';

const links = [
  { to: paths.home(), label: 'Home', icon: House },
  { to: paths.upload(), label: 'Upload', icon: CloudUpload },
];

/** The main navigation of phones, under 768 px. */
export function BottomBar() {
  return (
    <nav
      aria-label="Main"
      className="fixed inset-x-0 bottom-0 z-40 flex border-t border-line bg-bg pb-[env(safe-area-inset-bottom)] md:hidden"
    >
      {links.map(({ to, label, icon: Icon }) => (
        <NavLink
          key={to}
          to={to}
          end
          className="flex h-14 flex-1 flex-col items-center justify-center gap-0.5 border-t-2 border-transparent text-12 text-muted aria-[current=page]:border-ion aria-[current=page]:text-text"
        >
          <Icon size={20} strokeWidth={1.75} aria-hidden="true" />
          {label}
        </NavLink>
      ))}
    </nav>
  );
}
