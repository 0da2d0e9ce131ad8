import { LayoutGrid, LogOut } from 'lucide-react';
import { Link } from 'react-router';
import type { User } from '#shared/accounts.ts';
import { paths } from '../paths.ts';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { Menu, MenuItem, MenuLabel, MenuSeparator } from '../ui/menu.tsx';
import { Avatar } from './avatar.tsx';

export default function UserMenu({ user, onSignOut }: { user: User; onSignOut: () => void }) {
  const trigger = (
    <Button variant="ghost" size="icon" aria-label={`Account menu of ${user.username}`}>
      <Avatar username={user.username} />
    </Button>
  );
  return (
    <Menu trigger={trigger}>
      <MenuLabel>
        <span className="flex items-center gap-2 font-medium">
          <span className="truncate">{user.username}</span>
          {user.role === 'admin' && <Badge tone="accent">Admin</Badge>}
        </span>
        {user.email && <span className="block truncate text-13 text-muted">{user.email}</span>}
      </MenuLabel>
      <MenuSeparator />
      <MenuItem asChild>
        <Link to={paths.myApps()}>
          <LayoutGrid strokeWidth={1.75} aria-hidden="true" />
          My Applications
        </Link>
      </MenuItem>
      <MenuItem onSelect={onSignOut}>
        <LogOut strokeWidth={1.75} aria-hidden="true" />
        Logout
      </MenuItem>
    </Menu>
  );
}
