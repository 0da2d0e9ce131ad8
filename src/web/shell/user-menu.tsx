import {
  CircleUserRound,
  CreditCard,
  Keyboard,
  LayoutGrid,
  LogOut,
  type LucideIcon,
  Sparkles,
} from 'lucide-react';
import { Link } from 'react-router';
import type { User } from '#shared/accounts/accounts.ts';
import type { Subscription } from '#shared/billing/billing.ts';
import { displayedPlan } from '../features/billing/current-plan/billed-plan.ts';
import { TierBadge } from '../features/billing/current-plan/tier-badge.tsx';
import { useBilledPlan } from '../features/billing/current-plan/use-billed-plan.ts';
import { useManagement } from '../features/billing/manage/management.tsx';
import { texts } from '../i18n/en/shell/shell.ts';
import { format } from '../i18n/format.ts';
import { mayHaveKeyboard } from '../lib/session/keys.ts';
import { paths } from '../paths.ts';
import { Button } from '../ui/forms/button.tsx';
import { Avatar } from '../ui/layout/avatar.tsx';
import { Badge } from '../ui/layout/badge.tsx';
import { Menu, MenuItem, MenuLabel, MenuSeparator } from '../ui/menus/menu.tsx';
import { useAfterMenu } from '../ui/menus/use-after-menu.ts';
import { useCommands } from './commands.tsx';

interface UserMenuProps {
  user: User;
  subscription: Subscription | null | undefined;
  onSignOut: () => void;
}

export default function UserMenu({ user, subscription, onSignOut }: UserMenuProps) {
  const { afterwards, onClosed } = useAfterMenu();
  const manage = useManagement();
  const commands = useCommands();
  const billed = useBilledPlan(user.id);
  const trigger = (
    <Button
      variant="ghost"
      size="icon"
      aria-label={format(texts.accountMenuOfUsername, { username: user.username })}
    >
      <Avatar name={user.username} />
    </Button>
  );
  return (
    <Menu trigger={trigger} onClosed={onClosed}>
      <MenuLabel>
        <span className="block max-w-64 truncate font-medium">{user.username}</span>
        {user.email && <span className="block max-w-64 truncate text-13 text-muted">{user.email}</span>}
        <span className="mt-2 flex gap-1.5 empty:hidden">
          <TierBadge subscription={displayedPlan(subscription, billed)} />
          {user.role === 'admin' && <Badge tone="accent">{texts.admin}</Badge>}
        </span>
      </MenuLabel>
      <MenuSeparator />
      <MenuLink to={paths.myApps()} icon={LayoutGrid} label={texts.myApplications} />
      <MenuLink to={paths.profile()} icon={CircleUserRound} label={texts.profile} />
      <MenuLink to={paths.subscriptions()} icon={Sparkles} label={texts.subscriptions} />
      {billed && !subscription?.isAdmin && (
        <MenuItem onSelect={() => afterwards(manage)}>
          <CreditCard strokeWidth={1.75} aria-hidden="true" />
          {texts.manageSubscription}
        </MenuItem>
      )}
      <MenuSeparator />
      {mayHaveKeyboard() && (
        <MenuItem onSelect={() => afterwards(() => commands.open('shortcuts'))}>
          <Keyboard strokeWidth={1.75} aria-hidden="true" />
          {texts.keyboardShortcutsCommand}
        </MenuItem>
      )}
      <MenuItem onSelect={() => afterwards(onSignOut)}>
        <LogOut strokeWidth={1.75} aria-hidden="true" />
        {texts.logout}
      </MenuItem>
    </Menu>
  );
}

function MenuLink({ to, icon: Icon, label }: { to: string; icon: LucideIcon; label: string }) {
  return (
    <MenuItem asChild>
      <Link to={to}>
        <Icon strokeWidth={1.75} aria-hidden="true" />
        {label}
      </Link>
    </MenuItem>
  );
}
