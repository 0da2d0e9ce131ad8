import { ChevronDown } from 'lucide-react';
import { type Member, type MemberRole, memberRoles } from '#shared/orgs/orgs.ts';
import { texts } from '#web/i18n/en/orgs/members.ts';
import { format } from '#web/i18n/format.ts';
import { Button } from '#web/ui/forms/button.tsx';
import { Avatar } from '#web/ui/layout/avatar.tsx';
import { Badge } from '#web/ui/layout/badge.tsx';
import { Menu, MenuChoices, MenuItem, MenuSeparator } from '#web/ui/menus/menu.tsx';
import { useAfterMenu } from '#web/ui/menus/use-after-menu.ts';
import { roleLabels, roleOptions } from '../roles.ts';
import { MailAddress } from './mail-address.tsx';
import { nameOf } from './name-of.ts';

interface MemberRowProps {
  member: Member;
  /** Whether it is the viewer. */
  self: boolean;
  removable: boolean;
  busy: boolean;
  onRole: (role: MemberRole) => void;
  onAsk: (kind: 'remove' | 'hand-over') => void;
}

export function MemberRow({ member, self, removable, busy, onRole, onAsk }: MemberRowProps) {
  const name = nameOf(member);
  const { can, role, email } = member;
  return (
    <li aria-label={name} className="flex flex-wrap items-center gap-x-3 gap-y-1 py-3">
      <Avatar name={name} large />
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-2">
          <bdi className="font-medium wrap-anywhere">{name}</bdi>
          {self && <span className="text-13 text-muted">{texts.you}</span>}
          {role === 'owner' && <Badge tone="success">{texts.owner}</Badge>}
        </p>
        {email && (
          <p className="text-13 wrap-anywhere text-muted">
            <MailAddress>{email}</MailAddress>
          </p>
        )}
      </div>
      <div className="flex items-center gap-1 max-sm:w-full max-sm:ps-8">
        {can.changeRole || can.makeOwner ? (
          <RoleMenu member={member} busy={busy} onRole={onRole} onMakeOwner={() => onAsk('hand-over')} />
        ) : (
          role !== 'owner' && <span className="px-3 text-muted max-sm:ps-4">{roleLabels[role]}</span>
        )}
        {removable && (
          <Button
            variant="ghost"
            disabled={busy}
            aria-label={format(texts.removeName, { name })}
            onClick={() => onAsk('remove')}
          >
            {texts.remove}
          </Button>
        )}
      </div>
    </li>
  );
}

interface RoleMenuProps {
  member: Member;
  busy: boolean;
  onRole: (role: MemberRole) => void;
  onMakeOwner: () => void;
}

function RoleMenu({ member, busy, onRole, onMakeOwner }: RoleMenuProps) {
  const { afterwards, onClosed } = useAfterMenu();
  const { can, role } = member;
  const trigger = (
    <Button
      variant="ghost"
      disabled={busy}
      aria-label={format(texts.roleOfMemberRole, { member: nameOf(member), role: roleLabels[role] })}
    >
      {roleLabels[role]}
      <ChevronDown strokeWidth={1.75} aria-hidden="true" />
    </Button>
  );
  return (
    <div className="relative has-data-[state=open]:z-30">
      <Menu trigger={trigger} onClosed={onClosed}>
        {can.changeRole && (
          <MenuChoices
            value={role}
            options={roleOptions(memberRoles)}
            onChoose={(chosen) => chosen !== 'owner' && chosen !== role && onRole(chosen)}
          />
        )}
        {can.changeRole && can.makeOwner && <MenuSeparator />}
        {can.makeOwner && <MenuItem onSelect={() => afterwards(onMakeOwner)}>{texts.makeOwnerItem}</MenuItem>}
      </Menu>
    </div>
  );
}
