import { EllipsisVertical, LogOut, type LucideIcon, Pencil, Trash2 } from 'lucide-react';
import type { Organization } from '#shared/orgs/orgs.ts';
import { texts } from '#web/i18n/en/orgs/list.ts';
import { format } from '#web/i18n/format.ts';
import { Button } from '#web/ui/forms/button.tsx';
import { Menu, MenuItem } from '#web/ui/menus/menu.tsx';
import { useAfterMenu } from '#web/ui/menus/use-after-menu.ts';
import type { Act, OrganizationAction } from './actions.ts';

interface OrganizationMenuProps {
  organization: Organization;
  onAct: Act;
}

/** Rare actions. Hidden if none is permitted. */
export function OrganizationMenu({ organization, onAct }: OrganizationMenuProps) {
  const { afterwards, onClosed } = useAfterMenu();
  const { can, name } = organization;
  if (!can.edit && !can.leave && !can.delete) return null;
  const item = (what: OrganizationAction, Icon: LucideIcon, label: string) => (
    <MenuItem onSelect={() => afterwards(() => onAct(what, organization))}>
      <Icon strokeWidth={1.75} aria-hidden="true" />
      {label}
    </MenuItem>
  );
  const trigger = (
    <Button variant="ghost" size="icon" aria-label={format(texts.actionsForName, { name })}>
      <EllipsisVertical strokeWidth={1.75} aria-hidden="true" />
    </Button>
  );
  return (
    <div className="relative shrink-0 has-data-[state=open]:z-30">
      <Menu trigger={trigger} onClosed={onClosed}>
        {can.edit && item('edit', Pencil, texts.edit)}
        {can.leave && item('leave', LogOut, texts.leave)}
        {can.delete && item('delete', Trash2, texts.delete)}
      </Menu>
    </div>
  );
}
